// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import Telephony
import Testing

@Suite("A question about the history, as text")
struct HistoryExpressionTextTests {
    @Test func `comes back as it was`() throws {
        let expression = HistoryExpression.and(
            .compare(.equal, .column(.status), .literal(.text("missed"))),
            .anyHandle(.text(.startsWith, .handleField(.value), .literal(.text("+1555")))))
        #expect(try HistoryExpression.parse(try expression.text()) == expression)
    }

    @Test func `that is empty asks for every row`() throws { #expect(try HistoryExpression.parse("") == nil) }

    @Test func `has a largest size both ways`() {
        let long = HistoryExpression.literal(.text(String(repeating: "a", count: HistoryExpression.maximumTextLength)))
        #expect(throws: TelephonyError.self) { try long.text() }
        #expect(throws: TelephonyError.self) {
            try HistoryExpression.parse(String(repeating: " ", count: HistoryExpression.maximumTextLength + 1))
        }
    }
}
