// SPDX-License-Identifier: Apache-2.0

/// How far the run of a network code is: a value that says what is to be done, and does nothing.
package struct CodeSession: Hashable, Sendable {
    /// How far it is.
    package enum Phase: Hashable, Sendable, CaseIterable {
        case idle
        /// The person is asked whether it may run at all.
        case asked
        /// The network, or the SIM, is to say something.
        case running
        /// The network waits for an answer of the person.
        case waitingForAnswer
        case over
    }

    /// What happens to it.
    package enum Event: Hashable, Sendable, CaseIterable {
        /// It may run without a question.
        case begin
        /// The person has to be asked first.
        case question
        case consent
        case refusal
        /// The last word of the network, the SIM or the device.
        case reply
        /// The network asks something: in answer to a code, or by itself.
        case request
        case answer
        /// Nothing can be said or heard any more.
        case failure
        /// Whoever ran it has enough of it, has gone, or took too long to answer.
        case cancel
    }

    /// What is to be done.
    package enum Effect: Hashable, Sendable {
        case askPerson
        case send
        case respond
        /// Give the person a limited time to answer.
        case waitForAnswer
        case cancelAtNetwork
        /// The line is free again.
        case close
    }

    /// How far it is.
    package private(set) var phase = Phase.idle

    package init() {}

    /// Whether it keeps its line from other codes.
    package var holdsLine: Bool { phase == .running || phase == .waitingForAnswer }

    /// Takes an event and returns what follows from it; one that does not fit the phase changes nothing.
    package mutating func handle(_ event: Event) -> [Effect] {
        switch (phase, event) {
        case (.idle, .begin), (.asked, .consent): become(.running, [.send])
        case (.idle, .question): become(.asked, [.askPerson])
        case (.idle, .request), (.running, .request), (.waitingForAnswer, .request):
            become(.waitingForAnswer, [.waitForAnswer])
        case (.waitingForAnswer, .answer): become(.running, [.respond])
        case (.running, .cancel), (.waitingForAnswer, .cancel): become(.over, [.cancelAtNetwork, .close])
        case (.running, .reply), (.running, .failure), (.waitingForAnswer, .failure), (.asked, .refusal),
            (.asked, .cancel), (.idle, .cancel):
            become(.over, [.close])
        default: []
        }
    }

    private mutating func become(_ next: Phase, _ effects: [Effect]) -> [Effect] {
        phase = next
        return effects
    }
}
