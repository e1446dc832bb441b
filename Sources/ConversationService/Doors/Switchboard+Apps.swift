// SPDX-License-Identifier: Apache-2.0
package import Telephony

// What `org.dialtone.Apps1` asks for.
extension Switchboard {
    /// Every installed app. Throws `TelephonyError`.
    package func apps(for caller: Caller) async throws -> [AppIdentity] {
        try roles.rights(of: caller).control()
        return try await parts.catalog.installedApps()
    }

    /// Installs an app's manifest for the person (developer mode). Throws `TelephonyError`.
    package func registerApp(directory: String, by caller: Caller) async throws -> AppIdentity {
        try roles.rights(of: caller).control()
        guard isInDeveloperMode else {
            throw TelephonyError(
                .developerModeRequired,
                "apps in the person's own folder count only with dialtoned --developer-mode; install the app's package")
        }
        return try await parts.catalog.register(directory: directory)
    }

    /// Manifests came, went or changed: a holder that stays gone or does not qualify any more loses its role.
    package func appsChanged() async { await roles.review() }
}
