// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension PredicateExpressions {
    /// A test whether text contains other text the way people search: without case or diacritics. Foundation has it on
    /// Apple's platforms alone; an addition of ours.
    public struct StringLocalizedStandardContains<Root: PredicateExpression, Other: PredicateExpression>:
        PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// Whether it is contained.
        public typealias Output = Bool

        /// The text that is searched.
        public let root: Root
        /// The text that is searched for.
        public let other: Other

        /// Makes the test.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// Runs the test.
        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            try String(root.evaluate(bindings)).localizedStandardContains(String(other.evaluate(bindings)))
        }
    }

    // The macro looks for this spelling.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// What `#Predicate` makes of `localizedStandardContains(_:)`; an addition of ours.
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> {
        StringLocalizedStandardContains(root: root, other: other)
    }
}

extension PredicateExpressions.StringLocalizedStandardContains: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedStandardContains: Codable where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
