// SPDX-License-Identifier: Apache-2.0
import Telephony

/// A piece of SQL with what is known of its value.
struct SQLFragment {
    enum Kind: Equatable { case integer, real, text, boolean }

    var sql: String
    var kind: Kind
    /// For a real: whether it can be NaN, which SQLite holds as NULL.
    var mayBeNaN = false
    /// For an integer: what it can be. Swift traps on overflow and SQLite turns to reals; neither must come up.
    var range: ClosedRange<Int64> = 0...0
    /// For a text: whether it is ASCII for certain, and so compared byte by byte.
    var isASCII = false
    /// Whether the text is short and has no effect, and so may stand in the SQL twice.
    var isLeaf = false

    var isNumber: Bool { kind == .integer || kind == .real }

    static func boolean(_ sql: String) -> SQLFragment { SQLFragment(sql: sql, kind: .boolean) }

    /// The same number as a real.
    var asReal: SQLFragment {
        guard kind == .integer else { return self }
        return SQLFragment(sql: "CAST(\(sql) AS REAL)", kind: .real, isLeaf: isLeaf)
    }

    /// Brings an integer to real where it meets one.
    static func unify(_ fragments: SQLFragment...) throws(TelephonyError) -> [SQLFragment] {
        let kinds = fragments.map(\.kind)
        if kinds.allSatisfy({ $0 == kinds[0] }) { return fragments }
        guard fragments.allSatisfy(\.isNumber) else { throw .mismatch }
        return fragments.map(\.asReal)
    }
}

extension TelephonyError {
    static let mismatch = TelephonyError(
        .invalidQuery, "the predicate compares or combines values of different types; rewrite it with one type a side")
    static let outOfRange = TelephonyError(
        .invalidQuery, "the predicate's whole numbers can overflow; use smaller ones or reals")
}
