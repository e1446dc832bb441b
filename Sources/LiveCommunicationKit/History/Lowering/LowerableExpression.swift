// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Telephony

/// A node of a Foundation predicate that we have a counterpart for.
protocol LowerableExpression {
    /// Throws `Unlowerable`.
    func lowered(in scope: LoweringScope) throws -> Operand
}

/// A conjunction, whose clauses can be lowered one by one.
protocol ConjunctionExpression {
    var clauses: (Any, Any) { get }
}

/// Why a part of a predicate stays here.
struct Unlowerable: Error, Hashable, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}

/// What a node of a predicate stands for.
enum Operand {
    /// The conversation under test.
    case row
    /// Its handles.
    case handles
    /// The handle under test.
    case handle
    /// A value that the predicate captured.
    case constant(Any)
    case expression(HistoryExpression)
}
