// SPDX-License-Identifier: Apache-2.0

/// How often the SIM will still look at a code (ModemManager: `UnlockRetries`).
struct SIMTries: Hashable, Sendable {
    /// nil: not known.
    var pin: UInt32?
    var puk: UInt32?

    init(pin: UInt32? = nil, puk: UInt32? = nil) {
        self.pin = pin
        self.puk = puk
    }

    /// Reads `a{uu}` of `MMModemLock` and count; 999 stands for unknown.
    init(_ counts: [UInt32: UInt32]) {
        let known = counts.filter { $0.value < 999 }
        self.init(pin: known[2], puk: known[4])
    }
}
