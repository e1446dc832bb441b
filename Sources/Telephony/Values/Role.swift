// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials

/// What at most one app can be for the person (Apple: default dialer app, default calling app).
package enum Role: String, CaseIterable, Codable, Hashable, Sendable {
    case dialer, calling
}

/// Who holds a role and since when.
package struct RoleGrant: Codable, Hashable, Sendable {
    /// Who holds the role.
    package var bundleIdentifier: String
    /// The newest history row when the role was taken; the holder sees the rows after it.
    package var sinceSequence: Int64
    /// When it was given, by the wall clock.
    package var grantedAt: Date

    package init(bundleIdentifier: String, sinceSequence: Int64, grantedAt: Date) {
        self.bundleIdentifier = bundleIdentifier
        self.sinceSequence = sinceSequence
        self.grantedAt = grantedAt
    }
}
