// SPDX-License-Identifier: Apache-2.0
package import DBus
package import Telephony

/// An installed app on the bus.
package struct AppInfo: DBusStruct, Hashable {
    /// CFBundleIdentifier.
    package var bundleIdentifier: String
    /// CFBundleDisplayName.
    package var displayName: String
    /// The entitlements that are true.
    package var entitlements: [String]
    /// UIBackgroundModes.
    package var backgroundModes: [String]
    /// What later versions add, by name; an unknown name is carried.
    package var details: [String: Variant]

    package init(
        bundleIdentifier: String, displayName: String, entitlements: [String], backgroundModes: [String],
        details: [String: Variant] = [:]
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.displayName = displayName
        self.entitlements = entitlements
        self.backgroundModes = backgroundModes
        self.details = details
    }

    package init(_ app: AppIdentity) {
        self.init(
            bundleIdentifier: app.bundleIdentifier, displayName: app.displayName,
            entitlements: app.entitlements.sorted(),
            backgroundModes: app.backgroundModes.sorted())
    }

    package static let layout = StructLayout(
        AppInfo.init(bundleIdentifier:displayName:entitlements:backgroundModes:details:)
    ) { ($0.bundleIdentifier, $0.displayName, $0.entitlements, $0.backgroundModes, $0.details) }
}
