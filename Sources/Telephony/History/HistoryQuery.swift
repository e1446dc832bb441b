// SPDX-License-Identifier: Apache-2.0

/// Which rows, and how many at most; newest first.
package struct HistoryQuery: Hashable, Sendable {
    /// nil: every row.
    package var expression: HistoryExpression?
    /// Rows with a greater sequence number only; 0: all.
    package var afterSequence: Int64
    /// nil: no limit.
    package var limit: Int?

    package init(expression: HistoryExpression? = nil, afterSequence: Int64 = 0, limit: Int? = nil) {
        self.expression = expression
        self.afterSequence = afterSequence
        self.limit = limit
    }
}

/// Names an unfinished query: a snapshot that later pages come from.
package struct HistoryCursor: Hashable, Sendable {
    /// Its number, as the store gave it.
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A part of a result.
package struct HistoryPage: Sendable {
    /// The rows, newest first.
    package var rows: [ConversationRecord]
    /// nil: this was the last page.
    package var next: HistoryCursor?

    package init(rows: [ConversationRecord], next: HistoryCursor?) {
        self.rows = rows
        self.next = next
    }

    /// Rows in one page at most.
    package static let size = 500
}
