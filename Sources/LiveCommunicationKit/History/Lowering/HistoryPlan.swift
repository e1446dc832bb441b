// SPDX-License-Identifier: Apache-2.0
internal import ConversationContract
internal import Foundation
internal import Telephony

/// How a predicate is answered: a question for the system, and what remains to be tested here.
struct HistoryPlan: Sendable {
    /// True for every conversation that the predicate is true for; nil asks for all.
    var expression: HistoryExpression?
    /// The predicate, when `expression` is also true for others.
    var residual: Predicate<ConversationHistoryManager.RecentConversation>?

    /// Lowers each clause of the predicate's top-level conjunction that can be.
    init(_ predicate: Predicate<ConversationHistoryManager.RecentConversation>) {
        let scope = LoweringScope(row: predicate.variable.key)
        var size = HistoryExpression.Size()
        for clause in Self.clauses(of: predicate.expression) {
            guard let lowered = try? scope.expression(clause), let grown = size.adding(lowered) else {
                residual = predicate
                continue
            }
            guard lowered != .literal(.boolean(true)) else { continue }
            size = grown
            expression = expression.map { .and($0, lowered) } ?? lowered
        }
        guard size.text > HistoryExpression.Size.harmlessText, (try? expression?.text()) == nil else { return }
        // Too much captured text to send; every clause stays here.
        self.expression = nil
        residual = predicate
    }

    private static func clauses(of expression: Any) -> [Any] {
        guard let conjunction = expression as? any ConjunctionExpression else { return [expression] }
        return clauses(of: conjunction.clauses.0) + clauses(of: conjunction.clauses.1)
    }
}
