// SPDX-License-Identifier: Apache-2.0

/// The `(0)` of `+44 (0)20 …`, which is there for those who call from within the country.
enum BracketedTrunkPrefix {
    /// The text without it, where it stands behind the country code of a country that has this trunk prefix.
    ///
    /// - Throws: `TelephonyError` with `numberInvalid` for a 0 in brackets anywhere else behind a digit: dialed, it would
    ///   make another number, and left out it might.
    static func removed(from text: [DialCharacters.Character]) throws(TelephonyError) -> [DialCharacters.Character] {
        var kept: [DialCharacters.Character] = []
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character.meant == "(", let close = rest.firstIndex(where: { $0.meant == ")" }) else {
                kept.append(character)
                continue
            }
            let (before, inside) = (dialed(kept), dialed(rest[..<close]))
            if isTrunkPrefix(inside, behind: before) {
                rest = rest[(close + 1)...]
                continue
            }
            if inside == "0", before.utf8.contains(where: DialCharacters.isDigit) { throw ambiguous }
            kept.append(character)
        }
        return kept
    }

    private static func isTrunkPrefix(_ digits: String, behind text: String) -> Bool {
        let number = CallerIdentityPrefix.split(text).body
        guard number.utf8.first == DialCharacters.plus, number.utf8.dropFirst().allSatisfy(DialCharacters.isDigit),
            let plan = NumberingPlan(prefix: number)
        else { return false }
        return plan.isWholeCountry && plan.isTrunkPrefix(digits)
    }

    private static func dialed(_ characters: some Sequence<DialCharacters.Character>) -> String {
        var view = String.UnicodeScalarView()
        for character in characters where !DialCharacters.isSeparator(character.meant) { view.append(character.meant) }
        return String(view)
    }

    private static let ambiguous = TelephonyError(
        .numberInvalid, "the number has a (0), which is dialed only within a country; leave it out, or begin with it")
}
