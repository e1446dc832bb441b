// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony
import Testing

@testable import ModemManagerBackend

@Suite struct `A line's readiness` {
    struct Row: Sendable {
        var state: Int32
        var registration: UInt32 = 4
        var failed: UInt32 = 0
        var lock: UInt32 = 0
        var isOff = false
        var expected: Line.Readiness
    }

    static let rows = [
        Row(state: -1, failed: 2, expected: .noSIM), Row(state: -1, failed: 5, expected: .noSIM),
        Row(state: 2, lock: 2, expected: .locked("SIM PIN")), Row(state: 2, lock: 4, expected: .locked("SIM PUK")),
        Row(state: 2, lock: 8, expected: .locked("PH-NET PIN")), Row(state: 2, lock: 99, expected: .locked("lock 99")),
        Row(state: 0, expected: .starting), Row(state: 1, expected: .starting), Row(state: 3, expected: .starting),
        Row(state: 3, isOff: true, expected: .switchedOff), Row(state: 4, isOff: true, expected: .switchedOff),
        Row(state: 5, expected: .starting), Row(state: 6, expected: .starting),
        Row(state: 6, registration: 0, expected: .notRegistered),
        Row(state: 7, registration: 2, expected: .notRegistered),
        Row(state: 7, registration: 3, expected: .notRegistered),
        Row(state: 7, registration: 8, expected: .emergencyOnly),
        Row(state: 8, registration: 1, expected: .ready), Row(state: 8, registration: 5, expected: .ready),
        Row(state: 8, registration: 6, expected: .notRegistered),
        Row(state: 8, registration: 8, expected: .emergencyOnly),
        Row(state: 8, registration: 9, expected: .ready), Row(state: 11, registration: 1, expected: .ready),
        Row(state: 8, registration: 99, expected: .ready), Row(state: 99, registration: 1, expected: .ready),
    ]

    @Test(arguments: rows)
    func `follows from the modem's state, registration and SIM`(_ row: Row) {
        var modem = Modem(path: BookRig.modem)
        modem.state = ModemState(rawValue: row.state)
        modem.registration = Registration(rawValue: row.registration)
        modem.failedReason = ModemFailedReason(rawValue: row.failed)
        modem.lock = ModemLock(rawValue: row.lock)
        #expect(modem.readiness(isSwitchedOff: row.isOff) == row.expected)
    }

    @Test(arguments: [0, 1, 3, 4, 77] as [UInt32])
    func `a failed modem says what to do`(_ reason: UInt32) {
        var modem = Modem(path: BookRig.modem)
        modem.state = .failed
        modem.failedReason = ModemFailedReason(rawValue: reason)
        guard case .failed(let message) = modem.readiness(isSwitchedOff: false) else { Issue.record("ready"); return }
        #expect(message.contains(";"))
    }
}

@Suite struct `A line's label` {
    @Test func `is the operator, else the SIM's, else the model`() {
        var modem = Modem(path: BookRig.modem)
        #expect(modem.label == "Modem")
        modem.model = "Model"
        #expect(modem.label == "Model")
        modem.sim = SIM(path: BookRig.sim, ["OperatorName": "Home"])
        #expect(modem.label == "Home")
        modem.operatorName = "Operator"
        #expect(modem.label == "Operator")
    }

    @Test func `has the number's last digits when two are alike`() {
        var modems = [Modem(path: "/a"), Modem(path: "/b"), Modem(path: "/c")]
        for (index, number) in ["+15550142", "+15550143", ""].enumerated() {
            modems[index].model = index < 2 ? "Same" : "Other"
            modems[index].ownNumbers = [number]
        }
        let labels = Lines.make(of: modems, owner: ":1.1", keeper: nil) { _ in false }.map(\.label)
        #expect(labels == ["Same ··42", "Same ··43", "Other"])
    }
}

@Suite struct `An error of ModemManager` {
    static let prefix = "org.freedesktop.ModemManager1.Error."
    static let rows: [(String, String, Line.Readiness?, TelephonyError.Code)] = [
        (DBusError.serviceUnknown, "", nil, .modemServiceUnavailable),
        (DBusError.nameHasNoOwner, "", nil, .modemServiceUnavailable),
        (DBusError.disconnected, "", nil, .modemServiceUnavailable),
        (DBusError.noReply, "", nil, .modemTimedOut),
        (prefix + "Serial.ResponseTimeout", "", nil, .modemTimedOut),
        (prefix + "Connection.NoDialtone", "", .ready, .callRefused),
        (prefix + "Connection.Busy", "", .ready, .callRefused),
        (prefix + "MobileEquipment.NoNetwork", "", .ready, .notRegistered),
        (prefix + "MobileEquipment.SimNotInserted", "", nil, .noSIM),
        (prefix + "MobileEquipment.SimPin", "", nil, .simLocked),
        (prefix + "Core.Unauthorized", "PolicyKit authorization failed", .notRegistered, .modemFailed),
        (prefix + "Core.Unauthorized", "only emergency calls allowed", .noSIM, .noSIM),
        (prefix + "Core.Unauthorized", "only emergency calls allowed", .locked("SIM PIN"), .simLocked),
        (prefix + "Core.Unauthorized", "only emergency calls allowed", .switchedOff, .switchedOff),
        (prefix + "Core.Unauthorized", "only emergency calls allowed", .emergencyOnly, .notRegistered),
        (prefix + "Core.Unauthorized", "only emergency calls allowed", .ready, .notRegistered),
        (prefix + "Core.WrongState", "", .switchedOff, .switchedOff),
        (prefix + "Core.InProgress", "", .ready, .lineBusy),
        (prefix + "Core.Connected", "forced close", .ready, .modemFailed),
        (DBusError.unknownObject, "", .ready, .serviceUnavailable),
        (DBusError.accessDenied, "", nil, .modemFailed),
        (prefix + "Core.SomethingNew", "about +15550123", .ready, .modemFailed),
    ]

    @Test(arguments: rows)
    func `becomes ours, names the next step and no number`(
        _ name: String, _ message: String, _ readiness: Line.Readiness?, _ code: TelephonyError.Code
    ) {
        let error = ErrorMapping.telephonyError(DBusError(name, message), readiness: readiness)
        #expect(error.code == code)
        #expect(error.halves != nil)
        #expect(!error.message.contains("5550"))
    }

    @Test func `names the polkit action when that is what is missing`() {
        let error = ErrorMapping.telephonyError(
            DBusError(Self.prefix + "Core.Unauthorized", "PolicyKit authorization failed"), readiness: .ready)
        #expect(error.message.contains("org.freedesktop.ModemManager1.Voice"))
    }
}

@Suite struct `A dial string` {
    @Test(arguments: ["112", "+15550123", "#31#+15550123", "*#06#", "5550100", String(repeating: "1", count: 80)])
    func `of digits, star, hash and a leading plus passes`(_ digits: String) throws {
        try DialDigits.check(digits)
    }

    @Test(arguments: [
        ("", TelephonyError.Code.numberEmpty), (String(repeating: "1", count: 81), .numberTooLong),
        ("+1 5550123", .numberInvalid), ("1;AT+CHUP", .numberInvalid), ("555+0100", .numberInvalid),
        ("٥٥٥", .numberInvalid), ("1\0", .numberInvalid), ("1\r\nATH", .numberInvalid), ("abc", .numberInvalid),
        ("++1", .numberInvalid), ("*2+1", .numberInvalid), ("1,2", .numberInvalid),
    ])
    func `of anything else is refused`(_ digits: String, _ code: TelephonyError.Code) {
        #expect { try DialDigits.check(digits) } throws: { ($0 as? TelephonyError)?.code == code }
    }
}
