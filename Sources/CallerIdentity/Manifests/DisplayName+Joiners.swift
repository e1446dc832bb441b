// SPDX-License-Identifier: Apache-2.0

extension DisplayName {
    /// Whether each joiner and non-joiner (U+200D, U+200C) stands where a language writes it (RFC 5892, appendix A.1 and
    /// A.2): inside a word of a script that joins its letters, one at a time. Anywhere else it would be hidden.
    static func hasJoinersInPlace(_ scalars: String.UnicodeScalarView) -> Bool {
        let all = Array(scalars)
        return all.indices.filter { all[$0].isJoiner }.allSatisfy { index in
            guard index > 0, index + 1 < all.count else { return false }
            return all[index - 1].isOfJoiningScript && all[index + 1].isOfJoiningScript
        }
    }
}

extension Unicode.Scalar {
    var isJoiner: Bool { value == 0x200C || value == 0x200D }

    /// Letters and marks of the scripts whose letters change with their neighbours: Arabic, Syriac and N'Ko, those of
    /// India and Sri Lanka, Tibetan, Myanmar, Khmer, Mongolian.
    fileprivate var isOfJoiningScript: Bool {
        let blocks: [ClosedRange<UInt32>] = [
            0x0600...0x08FF, 0x0900...0x0DFF, 0x0F00...0x109F, 0x1780...0x18AF, 0xA840...0xA8FF, 0xA980...0xA9DF,
        ]
        guard blocks.contains(where: { $0.contains(value) }) else { return false }
        switch properties.generalCategory {
        case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: return true
        default: return false
        }
    }
}
