// SPDX-License-Identifier: Apache-2.0
package import DBus
package import FoundationEssentials

/// A decision of the daemon, on the bus.
package struct AuditInfo: DBusStruct, Hashable {
    /// Seconds since the reference date.
    package var date: Double
    /// Bundle identifier of who asked, or what is known of them.
    package var app: String
    /// What was asked for.
    package var act: String
    /// Masked to its last two digits.
    package var target: String
    /// How it was decided.
    package var outcome: String
    /// Why it was decided so.
    package var reason: String
    /// What later versions add, by name; an unknown name is carried.
    package var details: [String: Variant]

    package init(
        date: Double, app: String, act: String, target: String, outcome: String, reason: String,
        details: [String: Variant] = [:]
    ) {
        self.date = date
        self.app = app
        self.act = act
        self.target = target
        self.outcome = outcome
        self.reason = reason
        self.details = details
    }

    /// When it was decided.
    package var decidedAt: Date { Date(timeIntervalSinceReferenceDate: date) }

    package static let layout = StructLayout(AuditInfo.init(date:app:act:target:outcome:reason:details:)) {
        ($0.date, $0.app, $0.act, $0.target, $0.outcome, $0.reason, $0.details)
    }
}
