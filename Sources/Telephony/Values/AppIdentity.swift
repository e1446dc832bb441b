// SPDX-License-Identifier: Apache-2.0

/// An installed app as its manifest describes it; decided by the daemon from the bus peer, never from a message.
package struct AppIdentity: Hashable, Sendable {
    /// Reverse-DNS name, CFBundleIdentifier.
    package var bundleIdentifier: String
    /// The app's name for the person.
    package var displayName: String
    /// Boolean entitlements that are true.
    package var entitlements: Set<String>
    /// UIBackgroundModes.
    package var backgroundModes: Set<String>
    /// The program that its manifest names, by absolute path, or the sandbox that it runs in; nil where that is not known.
    package var program: String?

    package init(
        bundleIdentifier: String, displayName: String, entitlements: Set<String> = [],
        backgroundModes: Set<String> = [], program: String? = nil
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.displayName = displayName
        self.entitlements = entitlements
        self.backgroundModes = backgroundModes
        self.program = program
    }

    /// May dial, and be the default dialer.
    package static let dialingEntitlement = "com.apple.developer.dialing-app"
    /// May be the default calling app.
    package static let callingEntitlement = "com.apple.developer.calling-app"
    /// Acts for the person who types or taps.
    package static let controlEntitlement = "org.dialtone.control"
    /// Shows the person the system's questions.
    package static let systemUIEntitlement = "org.dialtone.system-ui"
    /// The command line's own identifier.
    package static let commandLine = "org.dialtone.cli"

    /// Whether it has an entitlement.
    package func holds(_ entitlement: String) -> Bool { entitlements.contains(entitlement) }
}

/// Whoever is at the other end of a connection.
package enum Caller: Hashable, Sendable {
    case app(AppIdentity)
    /// A program without a manifest; the text says why none was found, for the log and the error.
    case unknown(String)

    /// The app that it is; nil when it is none.
    package var app: AppIdentity? {
        if case .app(let identity) = self { identity } else { nil }
    }
}
