// SPDX-License-Identifier: Apache-2.0

// How many columns of a terminal text takes (Unicode Standard Annex 11, and what terminals make of it).

extension String {
    /// Columns of a terminal that the text takes.
    var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

    /// The text, or as much of it as fits with a mark that it goes on.
    func cut(toColumns limit: Int) -> String {
        guard columns > limit else { return self }
        var kept = ""
        var width = 1
        for character in self {
            width += String(character).columns
            if width > limit { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// A name as a table shows it: it is somebody else's, and may be of any length.
    var shortened: String { cut(toColumns: Self.longestName) }

    /// Columns of a name that are shown; JSON has it whole.
    static let longestName = 32
}

extension Unicode.Scalar {
    fileprivate var columns: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: 0
        default: isWide || properties.isEmojiPresentation ? 2 : 1
        }
    }

    /// East Asian wide and full-width characters.
    private var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
