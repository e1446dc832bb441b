// SPDX-License-Identifier: Apache-2.0
import Synchronization
package import Telephony

/// Installed apps as a test lists them.
package final class FixedCatalog: AppCatalog {
    private let apps: Mutex<Result<[AppIdentity], TelephonyError>>

    /// A catalog of these apps.
    package init(_ apps: [AppIdentity]) { self.apps = Mutex(.success(apps)) }

    /// What is installed from now on.
    package func replace(_ apps: [AppIdentity]) { self.apps.withLock { $0 = .success(apps) } }

    /// From now on nobody can say what is installed.
    package func fail(with error: TelephonyError) { apps.withLock { $0 = .failure(error) } }

    package func installedApps() async throws -> [AppIdentity] { try apps.withLock { $0 }.get() }

    package func register(directory: String) async throws -> AppIdentity {
        throw TelephonyError(.invalidArgument, "this catalog is fixed")
    }
}

extension AppIdentity {
    /// An app that may be the default dialer.
    package static let dialer = AppIdentity(
        bundleIdentifier: "org.example.dialer", displayName: "Dialer", entitlements: [dialingEntitlement])
    /// Another app that may be the default dialer.
    package static let otherDialer = AppIdentity(
        bundleIdentifier: "org.example.other", displayName: "Other", entitlements: [dialingEntitlement])
    /// An app that may be the default calling app.
    package static let callingApp = AppIdentity(
        bundleIdentifier: "org.example.calling", displayName: "Calling", entitlements: [callingEntitlement],
        backgroundModes: ["voip"])
    /// An app with no entitlement.
    package static let plain = AppIdentity(bundleIdentifier: "org.example.plain", displayName: "Plain")
    /// An app that acts for the person.
    package static let control = AppIdentity(
        bundleIdentifier: "org.example.control", displayName: "Control", entitlements: [controlEntitlement])
    /// An app that shows the system's questions.
    package static let screen = AppIdentity(
        bundleIdentifier: "org.example.screen", displayName: "Screen", entitlements: [systemUIEntitlement])
}
