// SPDX-License-Identifier: Apache-2.0
import Telephony
import TestSupport
import Testing

@testable import Storage

@Suite("A question that makes no sense")
struct RefusedExpressionTests {
    typealias Expression = HistoryExpression

    private static let one = Expression.literal(.integer(1))
    private static let word = Expression.literal(.text("x"))
    private static let yes = Expression.literal(.boolean(true))

    static let nonsense: [(String, Expression)] = [
        ("a number as a test", one),
        ("a text as a test", .and(yes, word)),
        ("text against number", .compare(.equal, word, one)),
        ("boolean against number", .compare(.equal, yes, one)),
        ("order of booleans", .compare(.less, yes, yes)),
        ("range of booleans", .between(yes, lower: yes, upper: yes, includesUpper: true)),
        ("sum of texts", .compare(.equal, .arithmetic(.add, word, word), word)),
        ("negated text", .compare(.equal, .negate(word), word)),
        ("length of a number", .compare(.equal, .length(one), one)),
        ("contains in a number", .text(.contains, one, word)),
        ("mixed list", .isIn(one, [.integer(1), .text("x")])),
        ("list of another type", .isIn(word, [.real(1)])),
        ("mixed branches", .conditional(test: yes, then: yes, otherwise: one)),
        ("not of a number", .not(one)),
        ("a handle's field outside", .compare(.equal, .handleField(.value), word)),
        ("handles in handles", .anyHandle(.anyHandle(yes))),
        ("overflow", .compare(.equal, .arithmetic(.add, .literal(.integer(.max)), .handleCount), one)),
        (
            "overflow by product",
            .compare(.equal, .arithmetic(.multiply, .literal(.integer(1 << 40)), .handleCount), one)
        ),
        ("overflow by negation", .compare(.equal, .negate(.literal(.integer(.min))), one)),
        ("too deep", (0..<Expression.maximumDepth).reduce(yes) { inner, _ in .not(inner) }),
        ("too long a list", .isIn(one, Array(repeating: .integer(1), count: Expression.maximumNodes - 1))),
        ("too many nodes", (0..<11).reduce(yes) { inner, _ in .and(inner, inner) }),
    ]

    @Test("is refused before anything is read", arguments: nonsense)
    func refused(name: String, expression: Expression) async {
        let store = Store(path: "/proc/self/nowhere/history.db", timekeeper: ManualTimekeeper())
        await #expect {
            _ = try await store.rows(matching: HistoryQuery(expression: expression))
        } throws: {
            ($0 as? TelephonyError)?.code == .invalidQuery
        }
    }

    @Test func `is one beyond the limits, and one at the limits is answered`() async throws {
        let folder = try StoreFolder()
        let store = folder.store()
        let deep = (1..<Expression.maximumDepth).reduce(Self.yes) { inner, _ in .not(inner) }
        let long = Expression.isIn(Self.one, Array(repeating: .integer(1), count: Expression.maximumNodes - 2))
        for expression in [deep, long] { _ = try await store.rows(matching: HistoryQuery(expression: expression)) }
    }
}
