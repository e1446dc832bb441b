// SPDX-License-Identifier: Apache-2.0

/// An installed app as this program prints it.
struct AppOutput: Encodable, Hashable, Sendable {
    var bundleIdentifier: String
    var displayName: String
    var entitlements: [String]
    var backgroundModes: [String]
}
