// SPDX-License-Identifier: Apache-2.0

/// A modem with its SIM and its place in the network.
package struct SimulatedModem: Codable, Hashable, Sendable {
    /// Names it in commands; unique in its network.
    package var id: String
    /// Its own number.
    package var number: String
    /// ITU-T E.118, 19 or 20 digits.
    package var iccid: String
    /// The SIM's identity, 15 digits (3GPP TS 23.003 §2.2).
    package var imsi: String
    /// The modem's identity, 15 digits (3GPP TS 23.003 §6.2).
    package var imei: String
    /// The network's name.
    package var operatorName: String
    /// MCC and MNC, five or six digits.
    package var operatorCode: String
    /// Whether there is a SIM, and what it wants.
    package var sim: SIMState
    /// What unlocks the SIM.
    package var pin: String
    /// What unblocks the PIN.
    package var puk: String
    /// The SIM's list of emergency numbers (EF_ECC, 3GPP TS 31.102 §4.2.21), each of at most six digits.
    package var emergencyNumbers: [String]
    /// Whether the modem sees its network.
    package var coverage: Bool
    /// Whether the modem is there at all.
    package var plugged: Bool
    /// Whether a second caller is announced (3GPP TS 22.083).
    package var callWaiting = true
    /// Wrong PINs that are still allowed.
    package var pinRetries = Self.maximumPINRetries

    /// Wrong PUKs that are still allowed.
    package var pukRetries = Self.maximumPUKRetries

    /// Wrong PINs until the SIM wants its PUK (3GPP TS 31.101).
    package static let maximumPINRetries = 3
    /// Wrong PUKs until the SIM is of no use any more (3GPP TS 31.101).
    package static let maximumPUKRetries = 10

    /// Whether a call can be made or received now.
    package var isReachable: Bool { plugged && sim == .ready && coverage }

    /// A modem of the test network 001 01; `position` 0…9 tells several apart.
    package init(position: Int = 0, operatorName: String = "Simulated Network") {
        id = "sim\(position)"
        number = "+1555019\(position)"
        iccid = "890010100000000001\(position)"
        imsi = "00101000000001\(position)"
        imei = "00101000000002\(position)"
        self.operatorName = operatorName
        operatorCode = "00101"
        sim = .ready
        pin = "1234"
        puk = "12345678"
        emergencyNumbers = []
        coverage = true
        plugged = true
    }
}

extension SimulatedModem {
    private enum CodingKeys: String, CodingKey {
        case id, number, iccid, imsi, imei, operatorName, operatorCode, sim, pin, puk, emergencyNumbers, coverage
        case plugged, callWaiting
    }

    /// Reads a modem in which everything but the id may be missing; what is, is another in each place of a list.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(position: decoder.codingPath.last?.intValue ?? 0)
        id = try values.decode(String.self, forKey: .id)
        number = try values.decodeIfPresent(String.self, forKey: .number) ?? number
        iccid = try values.decodeIfPresent(String.self, forKey: .iccid) ?? iccid
        imsi = try values.decodeIfPresent(String.self, forKey: .imsi) ?? imsi
        imei = try values.decodeIfPresent(String.self, forKey: .imei) ?? imei
        operatorName = try values.decodeIfPresent(String.self, forKey: .operatorName) ?? operatorName
        operatorCode = try values.decodeIfPresent(String.self, forKey: .operatorCode) ?? operatorCode
        sim = try values.decodeIfPresent(SIMState.self, forKey: .sim) ?? sim
        pin = try values.decodeIfPresent(String.self, forKey: .pin) ?? pin
        puk = try values.decodeIfPresent(String.self, forKey: .puk) ?? puk
        emergencyNumbers =
            try values.decodeIfPresent([String].self, forKey: .emergencyNumbers) ?? emergencyNumbers
        callWaiting = try values.decodeIfPresent(Bool.self, forKey: .callWaiting) ?? callWaiting
        coverage = try values.decodeIfPresent(Bool.self, forKey: .coverage) ?? coverage
        plugged = try values.decodeIfPresent(Bool.self, forKey: .plugged) ?? plugged
    }
}
