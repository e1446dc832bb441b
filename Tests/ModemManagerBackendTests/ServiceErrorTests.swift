// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony
import Testing

@testable import ModemManagerBackend

@Suite struct `An error of a network service` {
    private static let prefix = "org.freedesktop.ModemManager1.Error."

    static let rows: [(NetworkService, String, TelephonyError.Code)] = [
        (.ussd, prefix + "Core.Unauthorized", .modemFailed), (.ussd, prefix + "Core.Unsupported", .callRefused),
        (.ussd, DBusError.unknownInterface, .callRefused), (.ussd, prefix + "Core.Aborted", .callRefused),
        (.ussd, prefix + "Core.Failed", .callRefused), (.ussd, prefix + "Core.WrongState", .wrongState),
        (.ussd, DBusError.noReply, .modemTimedOut), (.ussd, DBusError.serviceUnknown, .modemServiceUnavailable),
        (.ussd, prefix + "MobileEquipment.NoNetwork", .notRegistered), (.ussd, "org.example.New", .modemFailed),
        (.sim, prefix + "MobileEquipment.IncorrectPassword", .incorrectCode),
        (.sim, prefix + "MobileEquipment.SimPuk", .simLocked),
        (.sim, prefix + "MobileEquipment.SimFailure", .simLocked), (.sim, prefix + "Core.WrongState", .wrongState),
        (.sim, prefix + "Core.Unsupported", .modemFailed), (.sim, DBusError.noReply, .modemTimedOut),
        (.callWaiting, prefix + "Core.Unsupported", .modemFailed),
        (.callWaiting, prefix + "Core.Failed", .callRefused), (.equipment, prefix + "Core.Failed", .modemFailed),
    ]

    /// What a daemon, or a SIM that was told so, could put into its error's text.
    private static let secrets = ["1234", "12345678", "98765"]

    @Test(arguments: rows)
    func `has our code, says what to do next, and repeats nothing`(
        _ service: NetworkService, _ name: String, _ code: TelephonyError.Code
    ) {
        let error = DBusError(name, "AT+CPWD=\"SC\",\"1234\",\"98765\" PUK 12345678")
        for tries in [nil, SIMTries(pin: 2, puk: 10), SIMTries(pin: 0, puk: 9), SIMTries(pin: 0, puk: 0)] {
            let ours = ErrorMapping.telephonyError(error, of: service, readiness: .ready, triesLeft: tries)
            if tries?.puk != 0 { #expect(ours.code == code, "\(ours)") }
            #expect(ours.halves != nil, "\(ours)")
            #expect(Self.secrets.allSatisfy { !"\(ours) \(ours.message)".contains($0) })
        }
    }

    @Test(arguments: [
        (SIMTries(pin: 2, puk: 10), "2 tries are left"), (SIMTries(pin: 1, puk: 10), "one try is left"),
        (SIMTries(pin: 0, puk: 9), "PUK, 9 tries are left"), (SIMTries(pin: 0, puk: 0), "new one"),
        (SIMTries(), "enter the right one"),
    ])
    func `tells how many tries are left`(_ tries: SIMTries, _ text: String) {
        let error = DBusError(Self.prefix + "MobileEquipment.IncorrectPassword", "")
        let ours = ErrorMapping.telephonyError(error, of: .sim, readiness: nil, triesLeft: tries)
        #expect(ours.message.contains(text), "\(ours)")
    }

    @Test func `explains a line that is not ready by its readiness`() {
        let error = DBusError(Self.prefix + "Core.WrongState", "")
        let ours = ErrorMapping.telephonyError(error, of: .ussd, readiness: .notRegistered, triesLeft: nil)
        #expect(ours.code == .notRegistered)
    }

    @Test func `reads the tries that ModemManager knows`() {
        #expect(SIMTries([2: 3, 4: 10, 3: 999]) == SIMTries(pin: 3, puk: 10))
        #expect(SIMTries([2: 999]) == SIMTries())
    }
}
