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

    /// What happened.
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
    /// The app lacks an entitlement.
    package static let notEntitled = Self(rawValue: "NotEntitled")
    /// The app is not the default dialer.
    package static let notDefaultDialer = Self(rawValue: "NotDefaultDialer")
    /// The caller may not do this.
    package static let notAllowed = Self(rawValue: "NotAllowed")
    /// Nobody can be asked.
    package static let promptUnavailable = Self(rawValue: "PromptUnavailable")
    /// The person said no, or nothing.
    package static let declined = Self(rawValue: "Declined")
    /// The daemon does this in developer mode alone.
    package static let developerModeRequired = Self(rawValue: "DeveloperModeRequired")
    /// The app cannot hold the role.
    package static let doesNotQualify = Self(rawValue: "DoesNotQualify")
    /// The app has no manifest.
    package static let unknownApp = Self(rawValue: "UnknownApp")
    // What was asked
    /// There is nothing to dial.
    package static let numberEmpty = Self(rawValue: "NumberEmpty")
    /// There is more to dial than a number has.
    package static let numberTooLong = Self(rawValue: "NumberTooLong")
    /// A character cannot be dialed.
    package static let numberInvalid = Self(rawValue: "NumberInvalid")
    /// It is a network code and no number.
    package static let networkCode = Self(rawValue: "NetworkCode")
    /// The handle cannot be called.
    package static let unsupportedHandle = Self(rawValue: "UnsupportedHandle")
    /// An argument makes no sense.
    package static let invalidArgument = Self(rawValue: "InvalidArgument")
    /// The caller requires an option that is not known here.
    package static let unsupportedOption = Self(rawValue: "UnsupportedOption")
    /// There is no such conversation.
    package static let unknownConversation = Self(rawValue: "UnknownConversation")
    /// The conversation is in no state for this.
    package static let wrongState = Self(rawValue: "WrongState")
    /// A limit is reached.
    package static let tooMany = Self(rawValue: "TooMany")
    /// The network is a real one.
    package static let notSimulated = Self(rawValue: "NotSimulated")
    // Lines and the modem layer
    /// Nothing can be reached at the moment.
    package static let serviceUnavailable = Self(rawValue: "ServiceUnavailable")
    /// ModemManager does not run.
    package static let modemServiceUnavailable = Self(rawValue: "ModemServiceUnavailable")
    /// There is no modem.
    package static let noModem = Self(rawValue: "NoModem")
    /// There is no SIM.
    package static let noSIM = Self(rawValue: "NoSIM")
    /// The SIM wants a PIN or a PUK.
    package static let simLocked = Self(rawValue: "SIMLocked")
    /// A PIN or PUK that is not the SIM's.
    package static let incorrectCode = Self(rawValue: "IncorrectCode")
    /// There is no network.
    package static let notRegistered = Self(rawValue: "NotRegistered")
    /// The modem is switched off.
    package static let switchedOff = Self(rawValue: "SwitchedOff")
    /// There is no such cellular service.
    package static let unknownService = Self(rawValue: "UnknownService")
    /// The person has to choose a line.
    package static let lineChoiceNeeded = Self(rawValue: "LineChoiceNeeded")
    /// The line carries no more calls.
    package static let lineBusy = Self(rawValue: "LineBusy")
    /// Modem or network refused the call.
    package static let callRefused = Self(rawValue: "CallRefused")
    /// The modem failed.
    package static let modemFailed = Self(rawValue: "ModemFailed")
    /// The modem did not answer in time.
    package static let modemTimedOut = Self(rawValue: "ModemTimedOut")
    // The database
    /// The database cannot be read.
    package static let databaseUnreadable = Self(rawValue: "DatabaseUnreadable")
    /// The database cannot be written.
    package static let databaseReadOnly = Self(rawValue: "DatabaseReadOnly")
    /// The database is of a newer version.
    package static let databaseNewer = Self(rawValue: "DatabaseNewer")
    /// The disk is full.
    package static let diskFull = Self(rawValue: "DiskFull")
    /// The question about the history makes no sense, or is too large.
    package static let invalidQuery = Self(rawValue: "InvalidQuery")
    // The bus
    /// There is no session bus.
    package static let noSessionBus = Self(rawValue: "NoSessionBus")
    /// The daemon is not there and cannot be started.
    package static let daemonUnavailable = Self(rawValue: "DaemonUnavailable")
    /// The connection to the bus was lost.
    package static let connectionLost = Self(rawValue: "ConnectionLost")
    /// There was no answer in time.
    package static let timedOut = Self(rawValue: "TimedOut")
}
