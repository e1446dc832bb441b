// SPDX-License-Identifier: Apache-2.0

/// Anything Dialtone refuses or fails at: a code that programs read and a sentence that people read.
///
/// Codes form an open set: one that a newer daemon sends is carried, never fatal.
package struct TelephonyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The last part of the D-Bus error name `org.dialtone.Error.<code>`.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package var rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
    }

    package var code: Code
    /// What happened and what to do next, in one line, without a number or a name.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}

extension TelephonyError.Code {
    // Who may
    package static let notEntitled = Self(rawValue: "NotEntitled")
    package static let notDefaultDialer = Self(rawValue: "NotDefaultDialer")
    package static let notAllowed = Self(rawValue: "NotAllowed")
    package static let promptUnavailable = Self(rawValue: "PromptUnavailable")
    package static let declined = Self(rawValue: "Declined")
    package static let developerModeRequired = Self(rawValue: "DeveloperModeRequired")
    package static let doesNotQualify = Self(rawValue: "DoesNotQualify")
    package static let unknownApp = Self(rawValue: "UnknownApp")
    // What was asked
    package static let numberEmpty = Self(rawValue: "NumberEmpty")
    package static let numberTooLong = Self(rawValue: "NumberTooLong")
    package static let numberInvalid = Self(rawValue: "NumberInvalid")
    package static let networkCode = Self(rawValue: "NetworkCode")
    package static let unsupportedHandle = Self(rawValue: "UnsupportedHandle")
    package static let invalidArgument = Self(rawValue: "InvalidArgument")
    package static let unknownConversation = Self(rawValue: "UnknownConversation")
    package static let wrongState = Self(rawValue: "WrongState")
    package static let tooMany = Self(rawValue: "TooMany")
    package static let notSimulated = Self(rawValue: "NotSimulated")
    // Lines and the modem layer
    package static let serviceUnavailable = Self(rawValue: "ServiceUnavailable")
    package static let modemServiceUnavailable = Self(rawValue: "ModemServiceUnavailable")
    package static let noModem = Self(rawValue: "NoModem")
    package static let noSIM = Self(rawValue: "NoSIM")
    package static let simLocked = Self(rawValue: "SIMLocked")
    /// A PIN or PUK that is not the SIM's.
    package static let incorrectCode = Self(rawValue: "IncorrectCode")
    package static let notRegistered = Self(rawValue: "NotRegistered")
    package static let switchedOff = Self(rawValue: "SwitchedOff")
    package static let unknownService = Self(rawValue: "UnknownService")
    package static let lineChoiceNeeded = Self(rawValue: "LineChoiceNeeded")
    package static let lineBusy = Self(rawValue: "LineBusy")
    package static let callRefused = Self(rawValue: "CallRefused")
    package static let modemFailed = Self(rawValue: "ModemFailed")
    package static let modemTimedOut = Self(rawValue: "ModemTimedOut")
    // The database
    package static let databaseUnreadable = Self(rawValue: "DatabaseUnreadable")
    package static let databaseReadOnly = Self(rawValue: "DatabaseReadOnly")
    package static let databaseNewer = Self(rawValue: "DatabaseNewer")
    package static let diskFull = Self(rawValue: "DiskFull")
    package static let invalidQuery = Self(rawValue: "InvalidQuery")
    // The bus
    package static let daemonUnavailable = Self(rawValue: "DaemonUnavailable")
    package static let connectionLost = Self(rawValue: "ConnectionLost")
    package static let timedOut = Self(rawValue: "TimedOut")
}
