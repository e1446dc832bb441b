// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

extension ConversationRecord {
    /// An ended outgoing conversation that began so many seconds after the reference date.
    static func sample(
        _ seconds: Double = 0, handles: [Handle] = [.number("+15550100")], direction: Direction = .outgoing,
        outcome: Outcome = .connected, isRead: Bool = true
    ) -> ConversationRecord {
        let start = Date(timeIntervalSinceReferenceDate: seconds)
        return ConversationRecord(
            id: UUID(), direction: direction, handles: handles, startedAt: start,
            connectedAt: outcome == .connected ? start + 3 : nil, duration: outcome == .connected ? 7 : 0,
            outcome: outcome, isRead: isRead)
    }
}

/// Random numbers that come again with their seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
