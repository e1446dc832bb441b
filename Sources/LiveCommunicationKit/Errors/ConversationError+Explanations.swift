// SPDX-License-Identifier: Apache-2.0
internal import Telephony

extension ConversationError.Code {
    /// What happened and what to do next; nil for a code this version does not know.
    var explanation: (what: String, next: String)? { Self.explanations[self] }

    /// The codes this version knows.
    static var known: Set<Self> { Set(explanations.keys) }

    private static let explanations: [Self: (what: String, next: String)] = [
        .notEntitled: (
            "The app lacks the entitlement com.apple.developer.dialing-app.",
            "Add it to the app's .entitlements file and install the app's manifest again."
        ),
        .notDefaultDialer: (
            "The app is not the person's default dialer app.",
            "Ask the person to choose it: dialtone roles set dialer BUNDLE-ID."
        ),
        .notAllowed: (
            "The app may not do this.",
            "Check the app's entitlements and that its manifest names this program."
        ),
        .unknownApp: (
            "The system does not know this program as an app.",
            "Install the app's manifest: an Info.plist and an .entitlements file under dialtone/apps."
        ),
        .promptUnavailable: (
            "The person has to be asked, and nothing is there to ask with.",
            "Log in to a session with a system UI, or run dialtone agent."
        ),
        .declined: (
            "The person did not allow it.",
            "Let the person try again; do not repeat it by yourself."
        ),
        .numberEmpty: (
            "There is no number to call.",
            "Give a number with at least one digit."
        ),
        .numberTooLong: (
            "The number is longer than 80 characters.",
            "Shorten it."
        ),
        .numberInvalid: (
            "The number has a character that cannot be dialed.",
            "Use digits, *, #, a leading + and the usual separators."
        ),
        .networkCode: (
            "This is a code for the network, not a number, and is not dialed as a call.",
            "Let the person enter it where codes are run."
        ),
        .unsupportedHandle: (
            "Nothing here can call this handle.",
            "Use a phone number, or ask the person to choose a default calling app."
        ),
        .invalidArgument: (
            "The request was not understood.",
            "Update the app or the system: their versions do not match."
        ),
        .unknownConversation: (
            "The conversation is not there any more.",
            "Read the history again."
        ),
        .wrongState: (
            "The conversation is in a state that does not allow this.",
            "Wait until its state has changed."
        ),
        .tooMany: (
            "Too many requests are under way.",
            "Wait until earlier ones have ended."
        ),
        .serviceUnavailable: (
            "No cellular service can be used now.",
            "Check that a modem is there and has coverage: dialtone status."
        ),
        .modemServiceUnavailable: (
            "The modem daemon is not running.",
            "Start ModemManager and try again."
        ),
        .noModem: (
            "There is no modem.",
            "Plug one in, or run dialtoned --simulated."
        ),
        .noSIM: halves(of: .noSIM),
        .simLocked: halves(of: .simLocked()),
        .notRegistered: halves(of: .notRegistered),
        .switchedOff: halves(of: .switchedOff),
        .unknownService: (
            "The chosen cellular service is not there.",
            "Choose one of cellularServices, or none."
        ),
        .lineChoiceNeeded: (
            "There are several cellular services and no default.",
            "Let the person choose one of cellularServices."
        ),
        .lineBusy: (
            "The line carries another conversation.",
            "End or hold that conversation first."
        ),
        .callRefused: (
            "The modem refused the call.",
            "Check the number and the service, then try again."
        ),
        .modemFailed: (
            "The modem failed.",
            "Try again; if it fails again, restart the modem."
        ),
        .modemTimedOut: (
            "The modem did not answer in time. Nothing was dialed.",
            "Try again; if it fails again, restart the modem."
        ),
        .databaseUnreadable: (
            "The history cannot be read.",
            "See the log of dialtoned; the file is left as it is."
        ),
        .databaseReadOnly: (
            "The history cannot be written.",
            "Check the permissions of the database file and its folder."
        ),
        .databaseNewer: (
            "The history was written by a newer version.",
            "Update Dialtone; the file is left as it is."
        ),
        .diskFull: (
            "The disk is full.",
            "Free some space; what could not be written waits in memory."
        ),
        .invalidQuery: (
            "The question about the history was refused.",
            "Simplify the predicate, or read the history again."
        ),
        .noSessionBus: (
            "There is no session bus, so Dialtone cannot be reached.",
            "Run the app in the session of the person's login, or in a session of its own: scripts/demo -- COMMAND."
        ),
        .daemonUnavailable: (
            "Dialtone is not running and could not be started.",
            "Start dialtoned, or install its D-Bus service file."
        ),
        .connectionLost: (
            "The connection to Dialtone was lost.",
            "Try again; check the call list first when a call was to start."
        ),
        .timedOut: (
            "Dialtone did not answer in time.",
            "Try again; check the call list first when a call was to start."
        ),
    ]

    /// The system's own sentence, as two.
    private static func halves(of error: TelephonyError) -> (what: String, next: String) {
        let halves = error.halves ?? (error.message, "")
        return (halves.what.asSentence, halves.next.asSentence)
    }
}

extension String {
    fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
