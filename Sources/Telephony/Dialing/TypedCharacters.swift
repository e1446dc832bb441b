// SPDX-License-Identifier: Apache-2.0

/// What a person means who types on a keyboard of another script, or pastes a number from somewhere.
enum TypedCharacters {
    /// The ASCII character that is meant; itself where there is none; nil for a mark that is not there for the eye.
    static func meant(by scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if scalar.isASCII { return scalar }
        if let known = known[scalar] { return known }
        if invisible.contains(scalar) { return nil }
        switch scalar.properties.generalCategory {
        case .decimalNumber: return digit(scalar)
        case .dashPunctuation: return "-"
        case .spaceSeparator: return " "
        default: return scalar
        }
    }

    private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let value = (UInt8(0)...9).first { Double($0) == scalar.properties.numericValue }
        return value.map { Unicode.Scalar(UInt8(ascii: "0") + $0) } ?? scalar
    }

    /// Signs of East Asian and Arabic keyboards, and the dashes and slashes that Unicode files among the symbols and letters.
    private static let known: [Unicode.Scalar: Unicode.Scalar] = [
        "\u{FF0B}": "+", "\u{FE62}": "+", "\u{FF0A}": "*", "\u{FE61}": "*", "\u{066D}": "*", "\u{2217}": "*",
        "\u{FF03}": "#", "\u{FE5F}": "#",
        "\u{FF0C}": ",", "\u{FE50}": ",", "\u{3001}": ",", "\u{FF64}": ",", "\u{060C}": ",",
        "\u{FF1B}": ";", "\u{FE54}": ";", "\u{061B}": ";",
        "\u{FF08}": "(", "\u{FE59}": "(", "\u{FF09}": ")", "\u{FE5A}": ")",
        "\u{2212}": "-", "\u{30FC}": "-", "\u{FF70}": "-", "\u{2500}": "-", "\u{2043}": "-",
        "\u{02D7}": "-",
        "\u{FF0E}": ".", "\u{FE52}": ".", "\u{00B7}": ".", "\u{2022}": ".", "\u{2027}": ".", "\u{30FB}": ".",
        "\u{FF65}": ".",
        "\u{FF0F}": "/", "\u{2044}": "/", "\u{2215}": "/",
    ]

    /// What comes along when a number is copied: marks of direction, of which those that turn it to the left are none, for
    /// behind them digits stand in another order than the eye sees; joiners, the soft hyphen, the byte order mark.
    private static let invisible: Set<Unicode.Scalar> = [
        "\u{200E}", "\u{200F}", "\u{061C}", "\u{202A}", "\u{202C}", "\u{202D}", "\u{2066}", "\u{2068}", "\u{2069}",
        "\u{00AD}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}",
    ]
}
