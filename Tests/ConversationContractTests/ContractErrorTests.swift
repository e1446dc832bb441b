// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony
import Testing

@testable import ConversationContract

@Suite("Errors on the bus")
struct ContractErrorTests {
    @Test(
        "an error of ours comes back as it went",
        arguments: [TelephonyError.Code.notEntitled, .noModem, .unknownService, .diskFull, .callRefused])
    func roundTrip(_ code: TelephonyError.Code) {
        let error = TelephonyError(code, "what to do next")
        #expect(error.onBus.name == "org.dialtone.Error.\(code.rawValue)")
        #expect(TelephonyError(fromBus: error.onBus) == error)
    }

    @Test("a code that a newer daemon uses is carried")
    func unknownCode() {
        let error = TelephonyError(fromBus: DBusError("org.dialtone.Error.NotInventedYet", "wait"))
        #expect(error.code.rawValue == "NotInventedYet")
        #expect(error.message == "wait")
    }

    @Test(
        "an error of the bus is told in our words",
        arguments: [
            (DBusError.serviceUnknown, TelephonyError.Code.daemonUnavailable),
            (DBusError.nameHasNoOwner, .daemonUnavailable),
            ("org.freedesktop.DBus.Error.Spawn.ExecFailed", .daemonUnavailable),
            (DBusError.disconnected, .connectionLost), (DBusError.noReply, .timedOut),
            (DBusError.accessDenied, .notAllowed), (DBusError.limitsExceeded, .tooMany),
            ("com.example.Nonsense", .serviceUnavailable),
        ])
    func busErrors(_ name: String, _ code: TelephonyError.Code) {
        let error = TelephonyError(fromBus: DBusError(name, "detail"))
        #expect(error.code == code)
        #expect(!error.message.isEmpty && !error.message.contains("\n"))
    }

    @Test("a daemon that ended in a call is not one that was slow")
    func departedDaemon() {
        var error = DBusError(DBusError.noReply, "detail")
        error.calleeHasGone = true
        #expect(TelephonyError(fromBus: error).code == .daemonUnavailable)
        #expect(TelephonyError(fromBus: error).message.contains("ended while it worked"))
    }

    @Test(arguments: [
        (DBusError.unknownMethod, "too old"), (DBusError.unknownInterface, "too old"),
        (DBusError.invalidArguments, "update the older one"),
    ])
    func `of a daemon of another version says what to update`(_ name: String, _ advice: String) {
        #expect(TelephonyError(fromBus: DBusError(name, "detail")).message.contains(advice))
    }
}
