// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

/// A modem object of ModemManager, as far as calling needs it.
struct Modem: Hashable, Sendable {
    let path: ObjectPath
    var hasVoice = false
    /// Where it is plugged in; names it when `deviceIdentifier` is empty.
    var device = ""
    var deviceIdentifier = ""
    var model = ""
    var state = ModemState.unknown
    var failedReason = ModemFailedReason.none
    var lock = ModemLock(rawValue: 0)
    var simPath: ObjectPath?
    var ownNumbers: [String] = []
    var registration = Registration.unknown
    var operatorName = ""
    /// nil before it was told.
    var ussdState: USSDState?
    /// What ModemManager talks to it through, such as "ttyUSB2" or "cdc-wdm0".
    var primaryPort = ""
    /// Mobile country code of the network.
    var networkCountry: String?
    /// Call objects at the time of listing.
    var calls: [ObjectPath] = []
    /// The SIM once read; nil before, and when there is none.
    var sim: SIM?
    /// The SIM whose reading was asked for.
    var askedSIM: ObjectPath?
    /// Whether it was just switched off by a request that was not ours; see `Deadlines.switchedOff`.
    var isBeingSwitchedOff = false
    /// Whether Enable was sent; once an appearance.
    var wasEnabled = false
    /// Why Enable failed.
    var enableFailure: String?

    init(path: ObjectPath) { self.path = path }

    /// Whether a code's session is open on it, as far as that was told.
    var hasSession: Bool { ussdState == .active || ussdState == .userResponse }

    /// What the modem is remembered by over restarts and re-plugging.
    var memoryKey: String { deviceIdentifier.isEmpty ? device : deviceIdentifier }

    /// Whether everything a line is made of has been read, or was found not to be readable now.
    var isSettled: Bool { simPath == sim?.path }

    /// Whether it is spoken to in AT commands, and not in QMI or MBIM.
    var speaksAT: Bool { !["cdc-wdm", "qmi", "mbim", "qrtr"].contains { primaryPort.contains($0) } }

    mutating func apply(_ interfaces: [String: [String: Variant]]) {
        for (interface, properties) in interfaces { apply(interface, properties) }
    }

    /// Takes over the properties that are there and readable, and leaves the others.
    mutating func apply(_ interface: String, _ properties: [String: Variant]) {
        switch interface {
        case Name.modem: applyModem(properties)
        case Name.modem3GPP:
            if let value = properties["RegistrationState"]?.uint32 { registration = Registration(rawValue: value) }
            if let value = properties["OperatorName"]?.string { operatorName = value }
            if let value = properties["OperatorCode"]?.string { networkCountry = EmergencyFacts.country(of: value) }
        case Name.voice:
            hasVoice = true
            if let paths = properties["Calls"]?.objectPaths { calls = paths }
        case Name.ussd: if let value = properties["State"]?.uint32 { ussdState = USSDState(rawValue: value) }
        default: break
        }
    }

    private mutating func applyModem(_ properties: [String: Variant]) {
        if let value = properties["Device"]?.string { device = value }
        if let value = properties["DeviceIdentifier"]?.string { deviceIdentifier = value }
        if let value = properties["Model"]?.string { model = value }
        if let value = properties["PrimaryPort"]?.string { primaryPort = value }
        if let value = properties["State"]?.int32 { state = ModemState(rawValue: value) }
        if let value = properties["StateFailedReason"]?.uint32 { failedReason = ModemFailedReason(rawValue: value) }
        if let value = properties["UnlockRequired"]?.uint32 { lock = ModemLock(rawValue: value) }
        if let value = properties["Sim"]?.objectPath { simPath = value == "/" ? nil : value }
        if let values = properties["OwnNumbers"]?.strings { ownNumbers = values }
    }
}

/// A SIM object of ModemManager.
struct SIM: Hashable, Sendable {
    let path: ObjectPath
    /// Whether its properties are known; a SIM that cannot be read is not one without an identity.
    var isRead: Bool
    /// ICCID; empty when the SIM does not tell it.
    var identifier = ""
    var operatorName = ""
    /// Mobile country code; of the IMSI nothing more is kept.
    var country: String?
    /// Its list of emergency numbers (EF_ECC).
    var emergencyNumbers: Set<String> = []

    /// - Parameter properties: nil when they cannot be read.
    init(path: ObjectPath, _ properties: [String: Variant]?) {
        self.path = path
        isRead = properties != nil
        apply(properties ?? [:])
    }

    /// Takes over the properties that are there and readable, and leaves the others.
    mutating func apply(_ properties: [String: Variant]) {
        if let value = properties["SimIdentifier"]?.string { identifier = value }
        if let value = properties["OperatorName"]?.string { operatorName = value }
        if let values = properties["EmergencyNumbers"]?.strings { emergencyNumbers = Set(values) }
        let codes = ["Imsi", "OperatorIdentifier"].lazy.compactMap { properties[$0]?.string }
        if let value = codes.compactMap({ EmergencyFacts.country(of: $0) }).first { country = value }
    }
}

extension Variant {
    var objectPaths: [ObjectPath]? { array?.compactMap(\.objectPath) }
}
