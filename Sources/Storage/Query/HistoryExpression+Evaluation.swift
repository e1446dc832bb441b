// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

extension HistoryExpression {
    /// Whether the row passes, by Swift's own operators: the meaning that the SQL has to have.
    ///
    /// For expressions that `SQLWriter` took; what it refuses counts as false.
    func holds(for row: ConversationRecord) -> Bool { RowEvaluator(row: row).test(self) }
}

private struct RowEvaluator {
    let row: ConversationRecord
    var handle: Handle?

    func test(_ expression: HistoryExpression) -> Bool { value(expression) == .boolean(true) }

    func value(_ expression: HistoryExpression) -> HistoryExpression.Literal {
        switch expression {
        case .column(let column): self.column(column)
        case .handleField(let field): handleField(field)
        case .literal(let literal): literal
        case .handleCount: .integer(Int64(row.handles.count))
        case .compare(let comparison, let left, let right):
            .boolean(value(left).compares(comparison, value(right)))
        case .arithmetic(let operation, let left, let right): value(left).combined(operation, value(right))
        case .negate(let operand): value(operand).negated
        case .and(let left, let right): .boolean(test(left) && test(right))
        case .or(let left, let right): .boolean(test(left) || test(right))
        case .not(let operand): .boolean(!test(operand))
        case .conditional(let test, let then, let otherwise):
            self.test(test) ? value(then).promoted(as: otherwise, self) : value(otherwise).promoted(as: then, self)
        case .isIn(let operand, let literals): .boolean(isIn(value(operand), literals))
        case .between(let value, let lower, let upper, let includesUpper):
            .boolean(between(self.value(value), lower, upper, includesUpper ? .lessOrEqual : .less))
        case .text(let test, let left, let right): .boolean(text(test, value(left).string, value(right).string))
        case .length(let operand): .integer(Int64(value(operand).string.count))
        case .anyHandle(let test): .boolean(row.handles.contains { RowEvaluator(row: row, handle: $0).test(test) })
        }
    }

    private func column(_ column: HistoryExpression.Column) -> HistoryExpression.Literal {
        switch column {
        case .id: .text(row.id.uuidString)
        case .date: .real(row.startedAt.timeIntervalSinceReferenceDate)
        case .duration: .real(row.duration)
        case .status: .text(row.outcome.status.rawValue)
        case .direction: .text(row.direction.rawValue)
        case .isRead: .boolean(row.isRead)
        }
    }

    private func handleField(_ field: HistoryExpression.HandleField) -> HistoryExpression.Literal {
        switch field {
        case .type: .integer(Int64(handle?.type.rawValue ?? 0))
        case .value: .text(handle?.value ?? "")
        case .displayName: .text(handle?.displayName ?? "")
        }
    }

    private func isIn(_ value: HistoryExpression.Literal, _ literals: [HistoryExpression.Literal]) -> Bool {
        // One real in the list makes every comparison one of reals.
        let isReal = literals.contains(where: \.isReal)
        return literals.contains { (isReal ? value.asReal : value).compares(.equal, isReal ? $0.asReal : $0) }
    }

    private func between(
        _ value: HistoryExpression.Literal, _ lower: HistoryExpression, _ upper: HistoryExpression,
        _ comparison: HistoryExpression.Comparison
    ) -> Bool {
        let (lower, upper) = (self.value(lower), self.value(upper))
        let isReal = value.isReal || lower.isReal || upper.isReal
        let sides = isReal ? (value.asReal, lower.asReal, upper.asReal) : (value, lower, upper)
        return sides.0.compares(.greaterOrEqual, sides.1) && sides.0.compares(comparison, sides.2)
    }

    private func text(_ test: HistoryExpression.TextTest, _ text: String, _ other: String) -> Bool {
        switch test {
        case .contains: SwiftText.contains(text, other)
        case .startsWith: SwiftText.starts(text, with: other)
        }
    }
}

extension HistoryExpression.Literal {
    fileprivate var isReal: Bool { if case .real = self { true } else { false } }
    fileprivate var asReal: Self { if case .integer(let value) = self { .real(Double(value)) } else { self } }
    fileprivate var string: String { if case .text(let value) = self { value } else { "" } }

    fileprivate var negated: Self {
        switch self {
        case .integer(let value): .integer(0 &- value)
        case .real(let value): .real(-value)
        default: self
        }
    }

    /// A conditional with one real branch is real whichever branch is taken.
    fileprivate func promoted(as other: HistoryExpression, _ evaluator: RowEvaluator) -> Self {
        if case .integer = self, evaluator.value(other).isReal { asReal } else { self }
    }

    fileprivate func compares(_ comparison: HistoryExpression.Comparison, _ other: Self) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): comparison.holds(left, right)
        case (.text(let left), .text(let right)): comparison.holds(left, right)
        case (.boolean(let left), .boolean(let right)): comparison.holds(left ? 1 : 0, right ? 1 : 0)
        case (.real(let left), .real(let right)): comparison.holds(left, right)
        case (.real(let left), .integer(let right)): comparison.holds(left, Double(right))
        case (.integer(let left), .real(let right)): comparison.holds(Double(left), right)
        default: false
        }
    }

    /// Wraps where it overflows; `SQLWriter` has refused that before.
    fileprivate func combined(_ operation: HistoryExpression.Arithmetic, _ other: Self) -> Self {
        switch (self, other, operation) {
        case (.integer(let left), .integer(let right), .add): .integer(left &+ right)
        case (.integer(let left), .integer(let right), .subtract): .integer(left &- right)
        case (.integer(let left), .integer(let right), .multiply): .integer(left &* right)
        case (.real(let left), .real(let right), .add): .real(left + right)
        case (.real(let left), .real(let right), .subtract): .real(left - right)
        case (.real(let left), .real(let right), .multiply): .real(left * right)
        case (.real, .integer, _), (.integer, .real, _): asReal.combined(operation, other.asReal)
        default: self
        }
    }
}

extension HistoryExpression.Comparison {
    fileprivate func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
    }
}
