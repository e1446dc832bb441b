// SPDX-License-Identifier: Apache-2.0

extension ConversationError.Code {
    // Who may
    /// The app lacks the entitlement com.apple.developer.dialing-app.
    public static let notEntitled = Self(rawValue: "NotEntitled")
    /// The app is not the person's default dialer app.
    public static let notDefaultDialer = Self(rawValue: "NotDefaultDialer")
    /// The app may not do this.
    public static let notAllowed = Self(rawValue: "NotAllowed")
    /// The system does not know this program as an app.
    public static let unknownApp = Self(rawValue: "UnknownApp")
    /// The person has to be asked, and nothing is there to ask with.
    public static let promptUnavailable = Self(rawValue: "PromptUnavailable")
    /// The person did not allow it.
    public static let declined = Self(rawValue: "Declined")

    // What was asked
    /// There is no number to call.
    public static let numberEmpty = Self(rawValue: "NumberEmpty")
    /// The number is longer than 80 characters.
    public static let numberTooLong = Self(rawValue: "NumberTooLong")
    /// The number has a character that cannot be dialed.
    public static let numberInvalid = Self(rawValue: "NumberInvalid")
    /// This is a code for the network, not a number, and is not dialed as a call.
    public static let networkCode = Self(rawValue: "NetworkCode")
    /// Nothing here can call this handle.
    public static let unsupportedHandle = Self(rawValue: "UnsupportedHandle")
    /// The request was not understood.
    public static let invalidArgument = Self(rawValue: "InvalidArgument")
    /// The conversation is not there any more.
    public static let unknownConversation = Self(rawValue: "UnknownConversation")
    /// The conversation is in a state that does not allow this.
    public static let wrongState = Self(rawValue: "WrongState")
    /// Too many requests are under way.
    public static let tooMany = Self(rawValue: "TooMany")

    // Lines and the modem
    /// No cellular service can be used now.
    public static let serviceUnavailable = Self(rawValue: "ServiceUnavailable")
    /// The modem daemon is not running.
    public static let modemServiceUnavailable = Self(rawValue: "ModemServiceUnavailable")
    /// There is no modem.
    public static let noModem = Self(rawValue: "NoModem")
    /// The modem has no SIM.
    public static let noSIM = Self(rawValue: "NoSIM")
    /// The SIM is locked.
    public static let simLocked = Self(rawValue: "SIMLocked")
    /// The modem is not registered with a network.
    public static let notRegistered = Self(rawValue: "NotRegistered")
    /// The modem was switched off by the person.
    public static let switchedOff = Self(rawValue: "SwitchedOff")
    /// The chosen cellular service is not there.
    public static let unknownService = Self(rawValue: "UnknownService")
    /// There are several cellular services and no default.
    public static let lineChoiceNeeded = Self(rawValue: "LineChoiceNeeded")
    /// The line carries another conversation.
    public static let lineBusy = Self(rawValue: "LineBusy")
    /// The modem refused the call.
    public static let callRefused = Self(rawValue: "CallRefused")
    /// The modem failed.
    public static let modemFailed = Self(rawValue: "ModemFailed")
    /// The modem did not answer in time. Nothing was dialed.
    public static let modemTimedOut = Self(rawValue: "ModemTimedOut")

    // The database
    /// The history cannot be read.
    public static let databaseUnreadable = Self(rawValue: "DatabaseUnreadable")
    /// The history cannot be written.
    public static let databaseReadOnly = Self(rawValue: "DatabaseReadOnly")
    /// The history was written by a newer version.
    public static let databaseNewer = Self(rawValue: "DatabaseNewer")
    /// The disk is full.
    public static let diskFull = Self(rawValue: "DiskFull")
    /// The question about the history was refused.
    public static let invalidQuery = Self(rawValue: "InvalidQuery")

    // The bus
    /// There is no session bus.
    public static let noSessionBus = Self(rawValue: "NoSessionBus")
    /// Dialtone is not running and could not be started.
    public static let daemonUnavailable = Self(rawValue: "DaemonUnavailable")
    /// The connection to Dialtone was lost.
    public static let connectionLost = Self(rawValue: "ConnectionLost")
    /// Dialtone did not answer in time.
    public static let timedOut = Self(rawValue: "TimedOut")
}
