// SPDX-License-Identifier: Apache-2.0
import Telephony
import Testing

@testable import ConversationContract

@Suite("A question about the history as text")
struct HistoryTextTests {
    private static let unread = HistoryExpression.compare(.equal, .column(.isRead), .literal(.boolean(false)))

    @Test("it comes back as it went")
    func roundTrip() throws {
        let expression = HistoryExpression.and(
            Self.unread, .anyHandle(.text(.contains, .handleField(.value), .literal(.text("5550100 é \"")))))
        #expect(try HistoryExpression.parse(expression.text()) == expression)
    }

    @Test("no text asks for every row")
    func empty() throws {
        #expect(try HistoryExpression.parse("") == nil)
    }

    @Test("what cannot be read is an invalid query", arguments: ["{", "null", "{\"drop\":{}}", "\u{0}", "[1]"])
    func unreadable(_ text: String) {
        #expect(throws: TelephonyError.self) { try HistoryExpression.parse(text) }
    }

    @Test("a text over the limit is refused, however it is put together")
    func tooLong() throws {
        let long = String(repeating: "5", count: HistoryExpression.maximumTextLength)
        let expression = HistoryExpression.text(.contains, .column(.id), .literal(.text(long)))
        #expect(throws: TelephonyError.self) { try expression.text() }
        #expect(throws: TelephonyError.self) {
            try HistoryExpression.parse(String(repeating: " ", count: long.count + 1))
        }
    }
}
