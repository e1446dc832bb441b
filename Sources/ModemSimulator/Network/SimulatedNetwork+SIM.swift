// SPDX-License-Identifier: Apache-2.0

/// The SIM's codes (3GPP TS 31.101: three tries of the PIN, ten of the PUK).
///
/// A wrong code is refused and counted, which is the one thing that changes on a refusal.
extension SimulatedNetwork {
    mutating func enterPIN(_ pin: String, modem id: String) throws(NetworkRefusal) -> [Announcement] {
        let position = try modemPosition(id)
        guard modems[position].sim == .pinLocked else { throw .wrongState }
        guard modems[position].accept(pin: pin) else { throw .wrongCode }
        modems[position].insert(.ready)
        return [.modemChanged(modems[position])]
    }

    mutating func enterPUK(_ puk: String, newPIN: String, modem id: String) throws(NetworkRefusal) -> [Announcement] {
        let position = try modemPosition(id)
        guard modems[position].sim == .pukLocked else { throw .wrongState }
        try modems[position].accept(puk: puk)
        modems[position].pin = newPIN
        modems[position].insert(.ready)
        return [.modemChanged(modems[position])]
    }

    mutating func changePIN(
        from old: String, to new: String, modem id: String
    ) throws(NetworkRefusal) -> [Announcement] {
        let position = try modemPosition(id)
        guard modems[position].sim != .absent else { throw .noSIM }
        guard modems[position].sim == .ready else { throw .simLocked }
        guard modems[position].accept(pin: old) else { throw .wrongCode }
        modems[position].pin = new
        return []
    }

    private func modemPosition(_ id: String) throws(NetworkRefusal) -> Int {
        guard let position = modems.firstIndex(where: { $0.id == id }) else { throw .unknownModem }
        return position
    }
}

extension SimulatedModem {
    mutating func insert(_ state: SIMState) {
        sim = state
        pinRetries = state == .pukLocked ? 0 : Self.maximumPINRetries
        pukRetries = Self.maximumPUKRetries
    }

    /// Whether it was the PIN; the third wrong one locks the SIM until its PUK is given.
    mutating func accept(pin given: String) -> Bool {
        guard given != pin else {
            pinRetries = Self.maximumPINRetries
            return true
        }
        pinRetries -= 1
        if pinRetries == 0 { sim = .pukLocked }
        return false
    }

    /// The tenth wrong PUK is the last that the SIM ever looks at.
    mutating func accept(puk given: String) throws(NetworkRefusal) {
        guard pukRetries > 0 else { throw .simBlocked }
        guard given == puk else {
            pukRetries -= 1
            throw .wrongCode
        }
    }
}
