// SPDX-License-Identifier: Apache-2.0
import DBus

extension ConversationClient {
    /// The apps that have a manifest.
    package func apps() async throws -> [AppInfo] {
        try await call(ContractNames.apps, "List", returning: [AppInfo].self)
    }

    /// Copies a manifest folder into the person's data directory (developer mode).
    package func registerApp(directory: String) async throws -> AppInfo {
        try await call(ContractNames.apps, "Register", directory, returning: AppInfo.self)
    }
}
