// SPDX-License-Identifier: Apache-2.0

/// A test on a history row: the only form in which a question about history crosses the bus.
///
/// It is what a Foundation `Predicate` is lowered to. Semantics are Swift's: text is compared by canonical
/// equivalence, lengths count characters, `nil` does not occur.
package indirect enum HistoryExpression: Codable, Hashable, Sendable {
    case column(Column)
    /// A field of the handle under test; only inside `anyHandle`.
    case handleField(HandleField)
    case literal(Literal)
    case compare(Comparison, HistoryExpression, HistoryExpression)
    case arithmetic(Arithmetic, HistoryExpression, HistoryExpression)
    case negate(HistoryExpression)
    case and(HistoryExpression, HistoryExpression)
    case or(HistoryExpression, HistoryExpression)
    case not(HistoryExpression)
    case conditional(test: HistoryExpression, then: HistoryExpression, otherwise: HistoryExpression)
    case isIn(HistoryExpression, [Literal])
    case between(HistoryExpression, lower: HistoryExpression, upper: HistoryExpression, includesUpper: Bool)
    case text(TextTest, HistoryExpression, HistoryExpression)
    /// Number of characters of a text.
    case length(HistoryExpression)
    case handleCount
    /// Whether any handle of the row passes the test. Does not nest.
    case anyHandle(HistoryExpression)

    /// A column and the type its values have.
    package enum Column: String, Codable, Hashable, Sendable {
        /// Text: the UUID in capitals.
        case id
        /// Number: seconds since the reference date, 2001-01-01 00:00:00 UTC.
        case date
        /// Number: seconds.
        case duration
        /// Text: the case name of Apple's `Status`.
        case status
        /// Text: `outgoing` or `incoming`.
        case direction
        /// Boolean.
        case isRead
    }

    /// A part of a handle.
    package enum HandleField: String, Codable, Hashable, Sendable {
        /// Integer: `Handle.Kind.rawValue`.
        case type
        case value, displayName
    }

    /// A value that stands in the expression.
    package enum Literal: Codable, Hashable, Sendable {
        case integer(Int64)
        case real(Double)
        case text(String)
        case boolean(Bool)
    }

    /// How two values are compared.
    package enum Comparison: String, Codable, Hashable, Sendable {
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    }

    /// How two numbers become one.
    package enum Arithmetic: String, Codable, Hashable, Sendable {
        case add, subtract, multiply
    }

    /// How two texts are compared.
    package enum TextTest: String, Codable, Hashable, Sendable {
        case contains, startsWith
    }

    /// The deepest expression the daemon takes.
    package static let maximumDepth = 64
    /// The most nodes and literals the daemon takes.
    package static let maximumNodes = 2_048
}
