// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
package import Telephony

extension HistoryExpression {
    /// Bytes of an expression's text at most.
    package static let maximumTextLength = 262_144

    /// The expression as `History1.Query` takes it.
    package func text() throws(TelephonyError) -> String {
        guard let data = try? JSONEncoder().encode(self), data.count <= Self.maximumTextLength else {
            throw TelephonyError(.invalidQuery, "the question about the history is too large; split it")
        }
        return String(decoding: data, as: UTF8.self)
    }

    /// The expression of a text; nil for "", which asks for every row.
    package static func parse(_ text: String) throws(TelephonyError) -> HistoryExpression? {
        guard !text.isEmpty else { return nil }
        guard text.utf8.count <= maximumTextLength,
            let expression = try? JSONDecoder().decode(HistoryExpression.self, from: Data(text.utf8))
        else {
            throw TelephonyError(.invalidQuery, "the question about the history cannot be read; see docs/history.md")
        }
        return expression
    }
}
