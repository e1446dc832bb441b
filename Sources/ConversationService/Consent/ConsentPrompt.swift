// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

/// What is asked of the person: who wants what.
package struct ConsentPrompt: Hashable, Sendable {
    /// Who asks, as its manifest names it; never from a message.
    package enum Asker: Hashable, Sendable {
        case app(identifier: String, name: String)
        /// A link: the daemon sees our link handler alone, and no app's name is made up for it.
        case link

        /// Names the asker in limits and in the audit.
        package var key: String {
            switch self {
            case .app(let identifier, _): identifier
            case .link: "link"
            }
        }
    }

    /// What happens when the person agrees.
    package enum Act: Hashable, Sendable {
        /// The number as it will be dialed, with its post-dial part.
        case call(String)
        case emergencyCall(String)
        /// A network code with its secrets hidden, and what it does.
        case networkCode(String, summary: String)
        /// The asker, or the app that it names, takes a role; from whom, if somebody holds it.
        case takeRole(Role, app: String, name: String, from: String?)
        /// The call or the code goes ahead anyway; on which of the lines?
        case chooseLine(String)

        var isEmergency: Bool { if case .emergencyCall = self { true } else { false } }

        /// Whether the asker may not do it without the person's consent; else only the line is open.
        var needsConsent: Bool { if case .chooseLine = self { false } else { true } }
    }

    /// What tells it from all others.
    package var id: UUID
    /// Who wants it.
    package var asker: Asker
    /// What they want.
    package var act: Act
    /// The line's label, when one was named or is known.
    package var line: String?
    /// The lines of which the person has to choose one when they agree; empty when the line is settled.
    package var choices: [CellularService]

    package init(id: UUID = UUID(), asker: Asker, act: Act, line: String? = nil, choices: [CellularService] = []) {
        self.id = id
        self.asker = asker
        self.act = act
        self.line = line
        self.choices = choices
    }

    /// Throws `invalidArgument` unless the service is one of the choices, or there is none and nothing to choose.
    func requireChoice(_ service: UUID?) throws(TelephonyError) {
        guard service.map({ id in choices.contains { $0.id == id } }) ?? choices.isEmpty else {
            throw TelephonyError(.invalidArgument, "the answer has to name one of the lines of the question")
        }
    }
}

/// What the person said, or why nobody was asked.
package enum ConsentAnswer: Hashable, Sendable {
    /// On the line that was chosen; nil where none had to be.
    case allowed(on: UUID?)
    case declined
    /// 60 s of silence.
    case unanswered
    /// Nobody is there who could ask.
    case unavailable
    /// Whoever asked has gone.
    case withdrawn
}
