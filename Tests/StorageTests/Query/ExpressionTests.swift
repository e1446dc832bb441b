// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony
import Testing

@testable import Storage

@Suite("A question about history")
struct ExpressionTests {
    typealias Expression = HistoryExpression

    private static let seed: UInt64 = 2_025_555
    private static let rowCount = 3_000
    private static let expressionCount = 120

    /// Rows in the order in which history shows them.
    private static func rows(_ random: inout SeededGenerator) -> [ConversationRecord] {
        let rows = (0..<rowCount).map { _ in row(&random) }
        return rows.enumerated()
            .sorted { ($0.element.startedAt, $0.offset) > ($1.element.startedAt, $1.offset) }
            .map(\.element)
    }

    private static func row(_ random: inout SeededGenerator) -> ConversationRecord {
        func text() -> String {
            (0..<Int.random(in: 1...3, using: &random)).map { _ in AwkwardText.all.randomElement(using: &random) ?? "" }
                .joined()
        }
        let handles = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            Handle(
                type: Handle.Kind.allCases.randomElement(using: &random) ?? .generic, value: text(), displayName: text()
            )
        }
        return ConversationRecord(
            id: UUID(uuid: random.uuid()), direction: Bool.random(using: &random) ? .incoming : .outgoing,
            handles: handles,
            startedAt: Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<500, using: &random)) / 10),
            duration: [0, 7, 42, 60.5, 0.1 + 0.2, 1e300, .infinity].randomElement(using: &random) ?? 0,
            outcome: Outcome.allCases.randomElement(using: &random) ?? .open, isRead: Bool.random(using: &random))
    }

    @Test func `has the answer that Swift gives in memory, for random rows and questions`() async throws {
        print("seed \(Self.seed)")
        var random = SeededGenerator(seed: Self.seed)
        let folder = try StoreFolder()
        let store = folder.store()
        let rows = Self.rows(&random)
        // The sequence number decides between equal dates: the oldest first.
        try await store.record(all: rows.reversed())
        var generator = ExpressionGenerator(random: random, ids: rows.prefix(20).map(\.id.uuidString))
        var (asked, refused, selective) = (0, 0, 0)
        while asked < Self.expressionCount {
            let expression = generator.condition(depth: asked % 5)
            do {
                _ = try QueryPlan(HistoryQuery(expression: expression))
            } catch {
                // Of what the generator makes, only integers that can overflow are refused.
                #expect(error == .outOfRange)
                refused += 1
                continue
            }
            asked += 1
            let expected = rows.filter { expression.holds(for: $0) }
            let answer = try await store.answer(expression)
            #expect(answer.inSQL)
            if answer.rows.map(\.id) != expected.map(\.id) {
                let same = zip(answer.rows, expected).prefix { $0.id == $1.id }.count
                Issue.record("\(expression): \(answer.rows.count) rows of \(expected.count), the first \(same) right")
            }
            if !expected.isEmpty && expected.count < rows.count { selective += 1 }
        }
        #expect(refused < asked)
        #expect(selective > asked / 3)
    }

    @Test func `compares, contains, begins and counts in characters as Swift and Predicate do`() async throws {
        let folder = try StoreFolder()
        let store = folder.store()
        let rows = AwkwardText.all.enumerated().map {
            ConversationRecord.sample(Double(-$0.offset), handles: [Handle(type: .generic, value: $0.element)])
        }
        try await store.record(all: rows)
        for needle in AwkwardText.all {
            let value = Expression.handleField(.value)
            let literal = Expression.literal(.text(needle))
            let tests: [(Expression, @Sendable (String) throws -> Bool)] = [
                (.compare(.equal, value, literal), { $0 == needle }),
                (.compare(.less, value, literal), { $0 < needle }),
                (.text(.contains, value, literal), { try #Predicate<String> { $0.contains(needle) }.evaluate($0) }),
                (
                    .text(.startsWith, value, literal),
                    { try #Predicate<String> { $0.starts(with: needle) }.evaluate($0) }
                ),
                (.compare(.equal, .length(value), .length(literal)), { $0.count == needle.count }),
            ]
            for (expression, test) in tests {
                let expected = try AwkwardText.all.filter(test)
                let answer = try await store.answer(.anyHandle(expression)).rows.map(\.handles[0].value)
                if answer.map({ Array($0.utf8) }) != expected.map({ Array($0.utf8) }) {
                    Issue.record("wrong answer to \(expression): \(answer), not \(expected)")
                }
            }
        }
    }

    /// Deeper than SQLite's parser goes, and within our limit.
    @Test(arguments: [20, 40, 63])
    func `may be as deep as the limit`(depth: Int) async throws {
        let folder = try StoreFolder()
        let store = folder.store()
        let rows = (0..<50).map { ConversationRecord.sample(Double(-$0), isRead: $0.isMultiple(of: 3)) }
        try await store.record(all: rows)
        let wide = (1..<depth).reduce(Expression.column(.isRead)) { inner, level in
            .or(.compare(.equal, .column(.date), .literal(.real(Double(-level)))), inner)
        }
        let negated = (1..<depth).reduce(Expression.column(.isRead)) { inner, _ in .not(inner) }
        for expression in [wide, negated] {
            let expected = rows.filter { expression.holds(for: $0) }
            #expect(try await store.answer(expression).rows == expected)
            #expect(
                try await store.rows(matching: HistoryQuery(expression: expression, limit: 3)).rows
                    == Array(expected.prefix(3)))
            #expect(
                try await store.rows(matching: HistoryQuery(expression: expression, afterSequence: 25)).rows
                    == rows.suffix(25).filter { expression.holds(for: $0) })
        }
    }

    @Test func `does not grow in SQL when ranges are nested`() throws {
        var expression = Expression.column(.duration)
        for _ in 0..<20 {
            let test = Expression.between(
                expression, lower: .literal(.real(0)), upper: .literal(.real(1)), includesUpper: false)
            expression = .conditional(test: test, then: .literal(.real(1)), otherwise: .literal(.real(0)))
        }
        let plan = try QueryPlan(HistoryQuery(expression: .compare(.equal, expression, .literal(.real(1)))))
        #expect(plan.sql().utf8.count < 10_000)
    }

    @Test func `uses the index for dates and identifiers`() throws {
        let folder = try StoreFolder()
        let database = try DatabaseFile.open(folder.database)
        let recent = Expression.compare(.greater, .column(.date), .literal(.integer(100)))
        let one = Expression.compare(.equal, .column(.id), .literal(.text(UUID().uuidString)))
        for (expression, wanted) in [
            (nil, "SCAN conversation USING INDEX conversation_by_start"),
            (recent, "SEARCH conversation USING INDEX conversation_by_start"),
            (.and(recent, .column(.isRead)), "SEARCH conversation USING INDEX conversation_by_start"),
            (one, "SEARCH conversation USING INDEX sqlite_autoindex_conversation_1"),
        ] {
            let plan = try QueryPlan(HistoryQuery(expression: expression))
            #expect(try database.explanation(of: plan.sql()).hasPrefix(wanted))
            let search = wanted.replacing("SCAN", with: "SEARCH")
            #expect(try database.explanation(of: plan.sql(goingOn: true)).hasPrefix(search))
        }
    }
}

extension Database {
    /// The first line of what SQLite says that it would do.
    fileprivate func explanation(of sql: String) throws -> String {
        let explanation = try statement("EXPLAIN QUERY PLAN " + sql)
        defer { explanation.reset() }
        return try explanation.step() ? explanation.text(3) : ""
    }
}

extension Store {
    /// All rows, and whether SQLite itself did the choosing.
    func answer(_ expression: HistoryExpression) async throws -> (rows: [ConversationRecord], inSQL: Bool) {
        let query = HistoryQuery(expression: expression)
        let inSQL = try database().statementIfAccepted(QueryPlan(query).sql()) != nil
        var page = try await rows(matching: query)
        var rows = page.rows
        while let next = page.next {
            page = try await nextPage(next)
            rows += page.rows
        }
        return (rows, inSQL)
    }
}

extension SeededGenerator {
    mutating func uuid() -> uuid_t {
        let halves = (next(), next())
        return withUnsafeBytes(of: halves) { $0.loadUnaligned(as: uuid_t.self) }
    }
}
