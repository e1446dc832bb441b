// SPDX-License-Identifier: Apache-2.0

/// ModemManager's `MMModemState`; an open set, a value of a newer daemon is carried.
struct ModemState: RawRepresentable, Hashable, Sendable {
    var rawValue: Int32

    static let failed = Self(rawValue: -1)
    static let unknown = Self(rawValue: 0)
    static let initializing = Self(rawValue: 1)
    static let locked = Self(rawValue: 2)
    static let disabled = Self(rawValue: 3)
    static let disabling = Self(rawValue: 4)
    static let enabling = Self(rawValue: 5)
    static let enabled = Self(rawValue: 6)
    static let searching = Self(rawValue: 7)
    static let registered = Self(rawValue: 8)
    static let disconnecting = Self(rawValue: 9)
    static let connecting = Self(rawValue: 10)
    static let connected = Self(rawValue: 11)

    var isOff: Bool { self == .disabled || self == .disabling }
    /// On, or being switched on.
    var isOn: Bool { rawValue >= Self.enabling.rawValue }
}

/// Why a modem's state changed: `MMModemStateChangeReason`.
struct ModemStateChangeReason: RawRepresentable, Hashable, Sendable {
    var rawValue: UInt32

    static let unknown = Self(rawValue: 0)
    static let userRequested = Self(rawValue: 1)
    static let suspend = Self(rawValue: 2)
    static let failure = Self(rawValue: 3)
}

/// Why a modem is in state failed: `MMModemStateFailedReason`.
struct ModemFailedReason: RawRepresentable, Hashable, Sendable {
    var rawValue: UInt32

    static let none = Self(rawValue: 0)
    static let simMissing = Self(rawValue: 2)
    static let simError = Self(rawValue: 3)
    static let unknownCapabilities = Self(rawValue: 4)
    static let noSIMProfile = Self(rawValue: 5)
}

/// `MMModem3gppRegistrationState`.
struct Registration: RawRepresentable, Hashable, Sendable {
    var rawValue: UInt32

    static let idle = Self(rawValue: 0)
    static let home = Self(rawValue: 1)
    static let searching = Self(rawValue: 2)
    static let denied = Self(rawValue: 3)
    static let unknown = Self(rawValue: 4)
    static let roaming = Self(rawValue: 5)
    static let homeSMSOnly = Self(rawValue: 6)
    static let roamingSMSOnly = Self(rawValue: 7)
    static let emergencyOnly = Self(rawValue: 8)
    static let restrictedLocalService = Self(rawValue: 11)
}

/// How far a modem's USSD session is: `MMModem3gppUssdSessionState`.
struct USSDState: RawRepresentable, Hashable, Sendable {
    var rawValue: UInt32

    static let unknown = Self(rawValue: 0)
    static let idle = Self(rawValue: 1)
    /// The network is to say something.
    static let active = Self(rawValue: 2)
    /// The network waits for an answer.
    static let userResponse = Self(rawValue: 3)
}

/// Which code the SIM or the modem wants: `MMModemLock`.
struct ModemLock: RawRepresentable, Hashable, Sendable {
    var rawValue: UInt32

    private static let names = [
        "unknown", "none", "SIM PIN", "SIM PIN2", "SIM PUK", "SIM PUK2", "PH-SP PIN", "PH-SP PUK", "PH-NET PIN",
        "PH-NET PUK", "PH-SIM PIN", "PH-CORP PIN", "PH-CORP PUK", "PH-FSIM PIN", "PH-FSIM PUK", "PH-NETSUB PIN",
        "PH-NETSUB PUK",
    ]

    /// The code in the words of 3GPP TS 27.007 +CPIN.
    var name: String { Int(rawValue) < Self.names.count ? Self.names[Int(rawValue)] : "lock \(rawValue)" }
}
