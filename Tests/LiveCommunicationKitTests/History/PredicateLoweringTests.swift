// SPDX-License-Identifier: Apache-2.0
import Foundation
import Telephony
import Testing

@testable import LiveCommunicationKit

@Suite("A predicate, lowered")
struct PredicateLoweringTests {
    @Test("finds what evaluating it in memory finds", arguments: PredicateTable.all)
    func equalsMemory(_ item: PredicateCase) throws {
        let plan = HistoryPlan(item.predicate)
        let expression = try plan.expression.map(Self.overTheWire)
        var lowered: [UUID] = []
        var expected: [UUID] = []
        for row in PredicateTable.rows {
            let conversation = Recent(row)
            if try item.predicate.evaluate(conversation) { expected.append(row.id) }
            guard try expression?.holds(for: row) ?? true else { continue }
            if try plan.residual?.evaluate(conversation) ?? true { lowered.append(row.id) }
        }
        #expect(lowered == expected)
    }

    @Test("leaves to the app what the system cannot do, and no more", arguments: PredicateTable.all)
    func reach(_ item: PredicateCase) {
        let plan = HistoryPlan(item.predicate)
        #expect((plan.residual == nil) == (item.reach == .whole))
        if item.reach != .whole { #expect((plan.expression != nil) == (item.reach == .part)) }
    }

    @Test("stays within what the daemon takes")
    func size() {
        let deep = (0..<70).reduce(HistoryExpression.column(.isRead)) { inner, _ in .not(inner) }
        #expect(HistoryExpression.Size().adding(deep) == nil)
        let literals = Array(repeating: HistoryExpression.Literal.integer(1), count: HistoryExpression.maximumNodes)
        #expect(HistoryExpression.Size().adding(.isIn(.handleCount, literals)) == nil)
        #expect(HistoryExpression.Size().adding(.isIn(.handleCount, Array(literals.dropLast(4)))) != nil)
    }

    @Test("there are at least sixty of them, each with another name")
    func table() {
        #expect(PredicateTable.all.count >= 60)
        #expect(Set(PredicateTable.all.map(\.description)).count == PredicateTable.all.count)
    }

    private static func overTheWire(_ expression: HistoryExpression) throws -> HistoryExpression {
        let decoded = try JSONDecoder().decode(HistoryExpression.self, from: JSONEncoder().encode(expression))
        #expect(decoded == expression)
        return decoded
    }
}
