// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

/// Several Dialtones on one ModemManager: one has the modems, and tells, records and ends what happens on them.
extension Book {
    /// The modems change hands. What is there when they become ours appears as after a listing.
    mutating func keep(_ other: String?) -> [BookEffect] {
        guard other != keeper else { return [] }
        keeper = other
        guard owner != nil, early == nil else { return [] }
        guard other == nil else { return reportLines() }
        isListingCalls = true
        let paths = modems.keys.sorted { $0.rawValue < $1.rawValue }
        return legs.values.sorted { $0.since < $1.since }.filter { !$0.isBeingPlaced }.flatMap { introduce($0) }
            + paths.flatMap { follow($0) } + reportLines()
    }

    /// Whether a leg is ours to end and to clear away.
    func isOurs(_ leg: Leg) -> Bool { keeper == nil || leg.isAnnounced || leg.isBeingPlaced }
}
