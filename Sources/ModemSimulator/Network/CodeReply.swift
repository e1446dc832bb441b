// SPDX-License-Identifier: Apache-2.0

/// What the network says in a session of a code.
package struct CodeReply: Hashable, Sendable {
    /// What becomes of the session; `status` is the number that +CUSD has for it (3GPP TS 27.007 §7.15).
    package enum Outcome: String, Codable, CaseIterable, Hashable, Sendable {
        case done
        case wantsAnswer = "wants-answer"
        /// The network ended it without a word on the matter.
        case terminated
        case notSupported = "not-supported"
        /// The network waited too long for something.
        case timedOut = "timed-out"

        /// The number that +CUSD has for it.
        package var status: Int {
            switch self {
            case .done: 0
            case .wantsAnswer: 1
            case .terminated: 2
            case .notSupported: 4
            case .timedOut: 5
            }
        }
    }

    /// What is shown to the person.
    package var text: String
    /// What becomes of the session.
    package var outcome: Outcome

    package init(text: String, outcome: Outcome) {
        self.text = text
        self.outcome = outcome
    }
}
