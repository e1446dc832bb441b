// SPDX-License-Identifier: Apache-2.0
package import DBus
package import FoundationEssentials

/// Who holds a role, on the bus.
package struct RoleInfo: DBusStruct, Hashable {
    /// dialer or calling.
    package var role: String
    /// Who holds it.
    package var bundleIdentifier: String
    /// Seconds since the reference date.
    package var since: Double
    /// What later versions add, by name; an unknown name is carried.
    package var details: [String: Variant]

    package init(role: String, bundleIdentifier: String, since: Double, details: [String: Variant] = [:]) {
        self.role = role
        self.bundleIdentifier = bundleIdentifier
        self.since = since
        self.details = details
    }

    /// When it was given.
    package var sinceDate: Date { Date(timeIntervalSinceReferenceDate: since) }

    package static let layout = StructLayout(RoleInfo.init(role:bundleIdentifier:since:details:)) {
        ($0.role, $0.bundleIdentifier, $0.since, $0.details)
    }
}
