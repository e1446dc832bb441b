// SPDX-License-Identifier: Apache-2.0

/// The installed apps, as their manifests say.
package protocol AppCatalog: Sendable {
    /// Every app with a manifest that counts, by bundle identifier.
    ///
    /// Throws `TelephonyError` when a manifest cannot be read, which does not say that the app has gone.
    func installedApps() async throws -> [AppIdentity]

    /// Copies an app's manifest folder into the person's data directory (developer mode) and returns the app.
    ///
    /// Throws `TelephonyError`.
    func register(directory: String) async throws -> AppIdentity
}
