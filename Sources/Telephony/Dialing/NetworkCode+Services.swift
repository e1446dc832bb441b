// SPDX-License-Identifier: Apache-2.0

/// Which calls are forwarded; raw values are the service codes of 3GPP TS 22.030 Annex B.
package enum ForwardedCalls: String, CaseIterable, Hashable, Sendable {
    /// Every call, before it rings (CFU).
    case unconditional = "21"
    case busy = "67"
    case noReply = "61"
    case notReachable = "62"
    /// All four of the above at once.
    case all = "002"
    /// Busy, no reply and not reachable.
    case allConditional = "004"
}

/// Which calls are barred; raw values are the service codes of 3GPP TS 22.030 Annex B.
package enum BarredCalls: String, CaseIterable, Hashable, Sendable {
    case outgoing = "33"
    case outgoingInternational = "331"
    case outgoingInternationalExceptHome = "332"
    case incoming = "35"
    case incomingRoaming = "351"
    case all = "330"
    case allOutgoing = "333"
    case allIncoming = "353"
}

/// Who sees whose number or name; raw values are the service codes of 3GPP TS 22.030 Annex B.
package enum CallerIdentityService: String, CaseIterable, Hashable, Sendable {
    /// CLIP: see who calls.
    case presentation = "30"
    /// CLIR: hide the own number from those one calls.
    case restriction = "31"
    /// COLP: see who was reached.
    case connectedPresentation = "76"
    /// COLR: hide the own number from those who call.
    case connectedRestriction = "77"
    /// CNAP: see the caller's name.
    case name = "300"
}

/// Which of the SIM's two personal numbers.
package enum PIN: Hashable, Sendable {
    case pin, pin2
}

/// A group of calls that a code is about (3GPP TS 22.030 Annex C).
package struct BasicService: Hashable, Sendable {
    /// Two digits.
    package let code: String

    /// nil when the text is not two digits.
    package init?(code: String) {
        guard code.utf8.count == 2, code.utf8.allSatisfy(DialCharacters.isDigit) else { return nil }
        self.code = code
    }

    /// What a person calls them.
    package var name: String {
        switch code {
        case "10", "19": "calls"
        case "11": "voice calls"
        case "13": "fax calls"
        case "16": "messages"
        case "12", "20"..."29": "data calls"
        default: "calls of service \(code)"
        }
    }
}
