// SPDX-License-Identifier: Apache-2.0

/// An app's name as a person reads it in a question, or nothing: who wrote it wants to be believed.
///
/// It cannot hide, turn or end the line that it is in, nor write what the system writes behind it: the identifier in
/// brackets.
struct DisplayName: Sendable {
    let text: String

    /// Unicode scalars at most: of a character there can be any number.
    static let maximumLength = 64
    /// Marks and joiners on one letter at most; languages need no more, and towers of them cover the lines around.
    static let maximumMarks = 3

    /// nil for a name that must not be shown.
    init?(_ text: String) {
        let scalars = text.unicodeScalars
        guard scalars.count <= Self.maximumLength, scalars.allSatisfy({ $0.isFitForName || $0.isJoiner }),
            Self.hasJoinersInPlace(scalars), scalars.contains(where: \.isLetterOrNumber), Self.isSpacedPlainly(text),
            Self.hasFewMarks(scalars)
        else { return nil }
        self.text = text
    }

    /// Single blanks between words alone, so that nothing is pushed out of sight.
    private static func isSpacedPlainly(_ text: String) -> Bool {
        text.split(separator: " ", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
    }

    /// Marks are on something, and few.
    private static func hasFewMarks(_ scalars: String.UnicodeScalarView) -> Bool {
        var room = 0
        for scalar in scalars {
            room = scalar.isMark || scalar.isJoiner ? room - 1 : scalar == " " ? 0 : maximumMarks
            guard room >= 0 else { return false }
        }
        return true
    }
}

extension Unicode.Scalar {
    /// Seen for what it is: no control, format (right-to-left, zero-width, tag) or line-separating characters, no blanks
    /// but the plain one, no letters that are not drawn, no brackets.
    fileprivate var isFitForName: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned,
            .openPunctuation, .closePunctuation, .enclosingMark:
            false
        case .spaceSeparator: self == " "
        // U+2800, the braille pattern without a dot, is drawn as nothing.
        default: !properties.isDefaultIgnorableCodePoint && value != 0x2800
        }
    }

    fileprivate var isMark: Bool {
        [.nonspacingMark, .spacingMark].contains(properties.generalCategory)
    }

    fileprivate var isLetterOrNumber: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}
