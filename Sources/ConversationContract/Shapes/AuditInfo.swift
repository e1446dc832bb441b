// SPDX-License-Identifier: Apache-2.0
package import DBus
package import FoundationEssentials

/// A decision of the daemon, on the bus.
package struct AuditInfo: DBusStruct, Hashable {
    /// Seconds since the reference date.
    package var date: Double
    package var app: String
    package var act: String
    /// Masked to its last two digits.
    package var target: String
    package var outcome: String
    package var reason: String

    package init(date: Double, app: String, act: String, target: String, outcome: String, reason: String) {
        self.date = date
        self.app = app
        self.act = act
        self.target = target
        self.outcome = outcome
        self.reason = reason
    }

    package var decidedAt: Date { Date(timeIntervalSinceReferenceDate: date) }

    package static let layout = StructLayout(AuditInfo.init(date:app:act:target:outcome:reason:)) {
        ($0.date, $0.app, $0.act, $0.target, $0.outcome, $0.reason)
    }
}
