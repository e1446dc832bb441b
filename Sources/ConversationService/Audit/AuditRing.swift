// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

/// The last decisions about who may do what, kept in memory alone.
package struct AuditRing: Sendable {
    /// One decision.
    package struct Entry: Hashable, Sendable {
        /// When it was decided.
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

    /// Keeps a decision; the oldest goes when there are too many.
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
    private static func mask(_ text: String) -> String {
        let digits = text.filter { "0123456789".contains($0) }
        return digits.isEmpty ? "" : "••" + digits.suffix(2)
    }
}

extension AuditRing {
    /// As much as may be shown of what somebody wanted to dial: two digits of a number, none of what a code hides or
    /// what comes after a pause, which may be a pass code, and nothing of a text that cannot be dialed.
    package static func target(of text: String) -> String { target(of: try? DialString(parsing: text, from: .typed)) }

    /// The same of a link.
    package static func target(ofLink text: String) -> String { target(of: try? TelLink(parsing: text).dial) }

    /// The same of a code.
    package static func target(of code: NetworkCode) -> String { mask(code.redacted) }

    private static func target(of dial: DialString?) -> String {
        guard let dial else { return "" }
        return dial.networkCode.map(target(of:)) ?? mask(dial.withoutPrefixAndPostDial)
    }
}
