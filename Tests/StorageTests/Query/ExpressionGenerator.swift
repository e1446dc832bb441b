// SPDX-License-Identifier: Apache-2.0
import Telephony

/// Makes random expressions whose types fit, from the values that rows really have.
struct ExpressionGenerator {
    typealias Expression = HistoryExpression

    var random: SeededGenerator
    let ids: [String]

    private static let reals: [Double] = [
        0, -0.0, 1, 7, 42, 60.5, 1e300, -1e300, 0.1, 0.30000000000000004, 9_007_199_254_740_992, .infinity, -.infinity,
        .nan, 800_000_000, .leastNonzeroMagnitude,
    ]
    private static let integers: [Int64] = [0, 1, 2, 3, -1, 7, 10, 9_007_199_254_740_993, 1 << 40]

    private mutating func pick<Choices: Collection>(_ choices: Choices) -> Choices.Element where Choices.Index == Int {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }

    mutating func text() -> String { Bool.random(using: &random) ? pick(AwkwardText.all) : pick(ids) }

    mutating func condition(depth: Int, inHandle: Bool = false) -> Expression {
        if depth <= 0 { return leafCondition(inHandle) }
        let next = depth - 1
        switch Int.random(in: 0..<(inHandle ? 12 : 14), using: &random) {
        case 0: return .and(condition(depth: next, inHandle: inHandle), condition(depth: next, inHandle: inHandle))
        case 1: return .or(condition(depth: next, inHandle: inHandle), condition(depth: next, inHandle: inHandle))
        case 2: return .not(condition(depth: next, inHandle: inHandle))
        case 3:
            return .conditional(
                test: condition(depth: next, inHandle: inHandle), then: condition(depth: next, inHandle: inHandle),
                otherwise: condition(depth: next, inHandle: inHandle))
        case 4:
            return .compare(
                pick([.equal, .notEqual]), condition(depth: next, inHandle: inHandle),
                condition(depth: next, inHandle: inHandle))
        case 5, 6:
            return .compare(comparison(), number(depth: next, inHandle), number(depth: next, inHandle))
        case 7: return .compare(comparison(), texts(depth: next, inHandle), texts(depth: next, inHandle))
        case 8:
            return .text(pick([.contains, .startsWith]), texts(depth: next, inHandle), texts(depth: next, inHandle))
        case 9:
            return .between(
                number(depth: next, inHandle), lower: number(depth: next, inHandle),
                upper: number(depth: next, inHandle), includesUpper: Bool.random(using: &random))
        case 10: return membership(depth: next, inHandle)
        case 11:
            return .between(
                texts(depth: next, inHandle), lower: texts(depth: next, inHandle), upper: texts(depth: next, inHandle),
                includesUpper: Bool.random(using: &random))
        default: return .anyHandle(condition(depth: next, inHandle: true))
        }
    }

    private mutating func leafCondition(_ inHandle: Bool) -> Expression {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .column(.isRead)
        case 1: .literal(.boolean(Bool.random(using: &random)))
        case 2: .compare(comparison(), texts(depth: 0, inHandle), texts(depth: 0, inHandle))
        default: .compare(comparison(), number(depth: 0, inHandle), number(depth: 0, inHandle))
        }
    }

    private mutating func comparison() -> Expression.Comparison {
        pick([.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
    }

    private mutating func membership(depth: Int, _ inHandle: Bool) -> Expression {
        let count = Int.random(in: 0..<6, using: &random)
        if Bool.random(using: &random) {
            return .isIn(texts(depth: depth, inHandle), (0..<count).map { _ in .text(text()) })
        }
        return .isIn(
            number(depth: depth, inHandle),
            (0..<count).map { _ in
                Bool.random(using: &random) ? .real(pick(Self.reals)) : .integer(pick(Self.integers))
            })
    }

    private mutating func texts(depth: Int, _ inHandle: Bool) -> Expression {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 7), using: &random) {
        case 0: return .column(.id)
        case 1: return .column(.status)
        case 2: return .column(.direction)
        case 3 where inHandle, 4 where inHandle:
            return .handleField(pick([.value, .displayName]))
        case 7:
            return .conditional(
                test: condition(depth: depth - 1, inHandle: inHandle), then: texts(depth: depth - 1, inHandle),
                otherwise: texts(depth: depth - 1, inHandle))
        default: return .literal(.text(text()))
        }
    }

    private mutating func number(depth: Int, _ inHandle: Bool) -> Expression {
        switch Int.random(in: 0..<(depth > 0 ? 12 : 8), using: &random) {
        case 0: return .column(.date)
        case 1, 2: return .column(.duration)
        case 3: return .handleCount
        case 4: return inHandle ? .handleField(.type) : .length(texts(depth: 0, inHandle))
        case 5: return .length(texts(depth: depth - 1, inHandle))
        case 6: return .literal(.integer(pick(Self.integers)))
        case 7: return .literal(.real(pick(Self.reals)))
        case 8: return .negate(number(depth: depth - 1, inHandle))
        case 9:
            return .conditional(
                test: condition(depth: depth - 1, inHandle: inHandle), then: number(depth: depth - 1, inHandle),
                otherwise: number(depth: depth - 1, inHandle))
        default:
            return .arithmetic(
                pick([.add, .subtract, .multiply]), number(depth: depth - 1, inHandle),
                number(depth: depth - 1, inHandle))
        }
    }
}
