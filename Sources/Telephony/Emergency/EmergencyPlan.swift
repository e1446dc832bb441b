// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials

/// In which order the lines are tried for an emergency call, and what is done on each first.
///
/// Whoever carries it out goes on with the next attempt when one fails, until one is taken.
package struct EmergencyPlan: Hashable, Sendable {
    /// A line as the plan sees it.
    package struct Candidate: Hashable, Sendable {
        /// The line.
        package var line: LineKey
        /// Whether it can dial.
        package var readiness: Line.Readiness
        /// The conversations that are up on the line, oldest first.
        package var conversations: [UUID]
        /// Whether one of them is an emergency call, which is never ended for another.
        package var hasEmergency: Bool

        /// Makes a candidate of a line and what is up on it.
        package init(line: Line, conversations: [UUID] = [], hasEmergency: Bool = false) {
            self.line = line.key
            readiness = line.readiness
            self.conversations = conversations
            self.hasEmergency = hasEmergency
        }
    }

    /// One try.
    package struct Attempt: Hashable, Sendable {
        /// The line to dial on.
        package var line: LineKey
        /// The conversations to end first.
        package var freeing: [UUID]
        /// Exactly what the modem gets.
        package var digits: String
    }

    /// What is tried, in this order.
    package let attempts: [Attempt]

    /// - Parameter address: what was asked for. It is dialed as it stands on every line first; a prefix that shows or
    ///   hides the own number is left out only when no line took it so, for a modem may not know the number behind it.
    package init(address: String, candidates: [Candidate]) {
        let order = candidates.enumerated()
            .filter { !$0.element.hasEmergency }
            .sorted { (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset) }
            .map(\.element)
        let bare = EmergencyNumbers.bareNumber(of: address)
        let spellings = [address] + [bare].compactMap(\.self).filter { $0 != address }
        attempts = spellings.flatMap { spelling in
            order.map { Attempt(line: $0.line, freeing: $0.conversations, digits: spelling) }
        }
    }

    /// The smaller, the sooner: a line that can dial at once, then one that takes seconds, then one that may never.
    /// Among those that can dial, an idle line spares the person's call.
    private static func rank(_ candidate: Candidate) -> Int {
        let isBusy = !candidate.conversations.isEmpty
        return switch candidate.readiness {
        case .ready: isBusy ? 2 : 0
        case .emergencyOnly: isBusy ? 3 : 1
        case .locked: 4
        case .noSIM: 5
        case .notRegistered: 6
        case .starting: 7
        case .switchedOff: 8
        case .failed: 9
        }
    }
}
