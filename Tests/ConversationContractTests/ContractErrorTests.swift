// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import DBus
import Telephony
import Testing

@Suite("An error of the contract")
struct ContractErrorTests {
    @Test func `comes back from the bus as it went`() {
        let error = TelephonyError(.notRegistered, "no coverage; wait")
        #expect(error.onBus.name == "org.dialtone.Error.NotRegistered")
        #expect(TelephonyError(fromBus: error.onBus) == error)
    }

    @Test func `of a newer daemon is carried`() {
        let newer = TelephonyError(fromBus: DBusError("org.dialtone.Error.FromTheFuture", "later"))
        #expect(newer.code.rawValue == "FromTheFuture" && newer.message == "later")
    }

    @Test(arguments: [
        (DBusError.serviceUnknown, TelephonyError.Code.daemonUnavailable),
        (DBusError.nameHasNoOwner, .daemonUnavailable),
        (DBusError.spawnFailed, .daemonUnavailable), (DBusError.disconnected, .connectionLost),
        (DBusError.noReply, .timedOut),
        (DBusError.accessDenied, .notAllowed), (DBusError.limitsExceeded, .tooMany),
        ("org.example.Odd", .serviceUnavailable),
    ])
    func `of the bus itself says what it means for a person`(_ name: String, _ code: TelephonyError.Code) {
        let error = TelephonyError(fromBus: DBusError(name, "x"))
        #expect(error.code == code && !error.message.isEmpty)
    }
}
