// SPDX-License-Identifier: Apache-2.0

/// What a modem finds in its SIM slot (3GPP TS 27.007 +CPIN).
package enum SIMState: String, Codable, Hashable, Sendable {
    case ready, absent
    /// Wants its PIN.
    case pinLocked = "pin"
    /// Wants its unblocking key, after three wrong PINs.
    case pukLocked = "puk"

    /// The code it waits for as +CPIN names it; nil when none.
    package var wantedCode: String? {
        switch self {
        case .ready, .absent: nil
        case .pinLocked: "SIM PIN"
        case .pukLocked: "SIM PUK"
        }
    }
}
