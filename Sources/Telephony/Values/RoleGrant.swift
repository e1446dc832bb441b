// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials

/// Who holds a role and since when.
package struct RoleGrant: Codable, Hashable, Sendable {
    /// Reverse-DNS name of the app that holds the role.
    package var bundleIdentifier: String
    /// The program that got the role (`AppIdentity.program`); nil in a grant that was made before programs were kept.
    package var program: String?
    /// The newest history row when the role was taken; the holder sees the rows after it.
    package var sinceSequence: Int64
    /// When the person gave the role.
    package var grantedAt: Date
    /// When the holder was found missing; nil while it is installed.
    package var missingSince: Date?

    package init(
        bundleIdentifier: String, program: String? = nil, sinceSequence: Int64, grantedAt: Date,
        missingSince: Date? = nil
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.program = program
        self.sinceSequence = sinceSequence
        self.grantedAt = grantedAt
        self.missingSince = missingSince
    }

    /// Whether an app is the one that got the role: another program under the same identifier is another app.
    package func isHeld(by app: AppIdentity) -> Bool {
        app.bundleIdentifier == bundleIdentifier && (program == nil || app.program == program)
    }
}
