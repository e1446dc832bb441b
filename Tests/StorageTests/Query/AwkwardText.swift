// SPDX-License-Identifier: Apache-2.0

/// Texts on which bytes, scalars and characters disagree.
enum AwkwardText {
    static let all = [
        "", " ", "a", "A", "é", "e\u{301}", "e", "\u{301}", "E\u{301}", "\r\n", "\r", "\n", "a\r\nb", "a\nb", "\0",
        "a\0b",
        "Å", "\u{212b}", "A\u{30a}", "K", "\u{212a}", ";", "\u{37e}", "ﬁ", "fi", "각", "\u{1100}\u{1161}\u{11a8}",
        "\u{1100}", "q\u{323}\u{307}", "q\u{307}\u{323}", "🇩🇪", "🇩", "🇩🇪🇫🇷", "👩‍👩‍👧", "👩", "👍🏽", "👍", "\u{200d}",
        "ZZZ", "straße", "STRASSE", "ı", "I", "i", "\u{feff}", "\u{fffd}", "\u{10ffff}", "日本", "日", "+15550100",
        "15550100", "+1555", "0100", "5550100", "user@example.org", "@", "%", "_", "'",
        "\"; DROP TABLE conversation; --",
        "\\", "?1", "café", "cafe\u{301}", "caf", "résumé", "re\u{301}sume\u{301}", "outgoing", "incoming", "missed",
        "connected", "cancelled", "unknown", "answeredElsewhere",
    ]
}
