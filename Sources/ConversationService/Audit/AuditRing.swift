// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials

/// The last decisions about who may do what, kept in memory alone.
package struct AuditRing: Sendable {
    /// One decision.
    package struct Entry: Hashable, Sendable {
        package var date: Date
        /// Bundle identifier, "link", or why nobody is known.
        package var app: String
        /// What was asked for: start, link, code, role.
        package var act: String
        /// The number or code, masked to its last two digits; "" for none.
        package var target: String
        /// allowed, or the code of the refusal.
        package var outcome: String
        /// Why.
        package var reason: String

        package init(date: Date, app: String, act: String, target: String, outcome: String, reason: String) {
            self.date = date
            self.app = app
            self.act = act
            self.target = target
            self.outcome = outcome
            self.reason = reason
        }
    }

    /// Decisions kept; the oldest go.
    package static let capacity = 100

    private var entries: [Entry] = []
    private var next = 0

    package init() {}

    package mutating func add(_ entry: Entry) {
        if entries.count < Self.capacity {
            entries.append(entry)
        } else {
            entries[next] = entry
            next = (next + 1) % Self.capacity
        }
    }

    /// Newest first.
    package var all: [Entry] { Array((entries[next...] + entries[..<next]).reversed()) }

    /// A number with all but its last two digits hidden.
    package static func mask(_ text: String) -> String {
        let digits = text.filter { "0123456789".contains($0) }
        return digits.isEmpty ? "" : "••" + digits.suffix(2)
    }
}
