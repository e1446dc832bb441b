// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// Who holds a role, as this program prints it. Every key is always there.
struct RoleOutput: Encodable, Hashable, Sendable {
    var role: RoleName
    /// nil: nobody.
    var bundleIdentifier: String?
    var since: Date?

    private enum CodingKeys: String, CodingKey {
        case role, bundleIdentifier, since
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(role, forKey: .role)
        try container.encode(bundleIdentifier, forKey: .bundleIdentifier)
        try container.encode(since, forKey: .since)
    }
}
