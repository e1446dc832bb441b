// SPDX-License-Identifier: Apache-2.0
import Foundation
import Telephony
import Testing

@testable import LiveCommunicationKit

@Suite("An error")
struct ConversationErrorTests {
    @Test("says what happened and what to do next", arguments: ConversationError.Code.known)
    func sentences(code: ConversationError.Code) throws {
        let error = ConversationError(code, message: "In the system's words.")
        for sentence in [try #require(error.errorDescription), try #require(error.recoverySuggestion)] {
            #expect(sentence.hasSuffix(".") && sentence.count > 10)
        }
        #expect(error.errorDescription != error.message)
        #expect("\(error)" == "\(code.rawValue): In the system's words.")
    }

    @Test("that is new is carried with the system's own sentence")
    func unknown() {
        let error = ConversationError(.init(rawValue: "FromTheFuture"), message: "The moon is in the way.")
        #expect(error.errorDescription == "The moon is in the way.")
        #expect(error.recoverySuggestion?.isEmpty == false)
        #expect(error.localizedDescription == "The moon is in the way.")
    }

    @Test("has a code of the same name for each of the system's that a call can meet")
    func codes() {
        let codes: [(ConversationError.Code, TelephonyError.Code)] = [
            (.notEntitled, .notEntitled), (.notDefaultDialer, .notDefaultDialer), (.notAllowed, .notAllowed),
            (.unknownApp, .unknownApp), (.promptUnavailable, .promptUnavailable), (.declined, .declined),
            (.numberEmpty, .numberEmpty), (.numberTooLong, .numberTooLong), (.numberInvalid, .numberInvalid),
            (.networkCode, .networkCode), (.unsupportedHandle, .unsupportedHandle),
            (.invalidArgument, .invalidArgument), (.unknownConversation, .unknownConversation),
            (.wrongState, .wrongState), (.tooMany, .tooMany), (.serviceUnavailable, .serviceUnavailable),
            (.modemServiceUnavailable, .modemServiceUnavailable), (.noModem, .noModem), (.noSIM, .noSIM),
            (.simLocked, .simLocked), (.notRegistered, .notRegistered), (.switchedOff, .switchedOff),
            (.unknownService, .unknownService), (.lineChoiceNeeded, .lineChoiceNeeded), (.lineBusy, .lineBusy),
            (.callRefused, .callRefused), (.modemFailed, .modemFailed), (.modemTimedOut, .modemTimedOut),
            (.databaseUnreadable, .databaseUnreadable), (.databaseReadOnly, .databaseReadOnly),
            (.databaseNewer, .databaseNewer), (.diskFull, .diskFull), (.invalidQuery, .invalidQuery),
            (.noSessionBus, .noSessionBus), (.daemonUnavailable, .daemonUnavailable),
            (.connectionLost, .connectionLost), (.timedOut, .timedOut),
        ]
        for (ours, theirs) in codes { #expect(ours.rawValue == theirs.rawValue) }
        #expect(Set(codes.map(\.0)) == ConversationError.Code.known)
    }
}
