// SPDX-License-Identifier: Apache-2.0
import Foundation
import Telephony

/// Rows that try the store's patience: awkward text, no handles, several handles, equal dates.
enum GeneratedRows {
    static let epoch = Date(timeIntervalSinceReferenceDate: 800_000_000)
    static let values = [
        "+15550100", "+15550101", "+15550123", "5550100", "", "*#", "caf\u{E9}@example.org", "cafe\u{301}@example.org",
        "ZO\u{CB}@EXAMPLE.ORG", "zoe\u{308}@example.org", "stra\u{DF}e", "STRASSE", "\u{1112}\u{1161}\u{11AB}",
        "\u{D55C}",
        "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F468}", "a\u{0}b", "100%_sure", "o'brien\"; --",
        "\u{FB01}n",
        "\r\n", "\u{130}stanbul", "x\u{323}\u{307}", "x\u{307}\u{323}", "\u{212B}", "\u{C5}", "\u{E000}", "\u{10FFFF}",
    ]
    static let names = ["", "Zo\u{EB}", "Zoe\u{308}", "zoe", "Ana", "\u{1F44D}\u{1F3FD}", "\u{1F44D}", "Bob", "bob "]

    /// The same rows for the same seed; newest last.
    static func make(_ count: Int, seed: UInt64 = 1) -> [ConversationRecord] {
        var random = SplitMix64(state: seed)
        return (0..<count).map { row($0, using: &random) }
    }

    private static func row(_ index: Int, using random: inout SplitMix64) -> ConversationRecord {
        let outcome = Outcome.allCases.randomElement(using: &random) ?? .open
        let isConnected = outcome == .connected || (outcome == .open && Bool.random(using: &random))
        let start = epoch.addingTimeInterval(Double(index / 3) * 60 + (index % 3 == 0 ? 0.25 : 0))
        return ConversationRecord(
            id: uuid(using: &random),
            direction: Bool.random(using: &random) ? .incoming : .outgoing,
            handles: (0..<([0, 1, 1, 1, 2, 3].randomElement(using: &random) ?? 1)).map { _ in handle(using: &random) },
            startedAt: start, connectedAt: isConnected ? start.addingTimeInterval(5) : nil,
            duration: isConnected ? Double(Int.random(in: 0...7_200, using: &random)) / 4 : 0,
            outcome: outcome, isRead: Bool.random(using: &random))
    }

    private static func handle(using random: inout SplitMix64) -> Telephony.Handle {
        Telephony.Handle(
            type: Telephony.Handle.Kind.allCases.randomElement(using: &random) ?? .generic,
            value: values.randomElement(using: &random) ?? "", displayName: names.randomElement(using: &random) ?? "")
    }

    private static func uuid(using random: inout SplitMix64) -> UUID {
        let (a, b) = (random.next(), random.next())
        let bytes = [a, b].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

/// A small generator whose sequence depends on its seed alone.
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
