// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import TestSupport

extension AppManifest {
    /// The test's own process as an app of a third party, which speaks to the daemon by the bus itself.
    static var stranger: Self {
        var app = Self.tests
        app.entitlements = ["com.apple.developer.dialing-app"]
        return app
    }
}

extension DialtoneRig {
    static let dialer = AppManifest.articleDialer

    /// Starts the article's app, which may dial once the person agreed.
    func startDialer(_ words: String...) throws -> RunningProgram {
        try start([Self.dialer.executable] + words)
    }

    /// Makes the article's app the default dialer.
    func makeDialerDefault() async throws { try await ask("roles", "set", "dialer", Self.dialer.bundleIdentifier) }

    /// Runs a body in which the test's own process is an app with these entitlements and no more; what needs the rights
    /// of the command line goes by the command line meanwhile.
    @discardableResult
    func asStranger<R>(
        _ app: AppManifest = .stranger, _ body: (ConversationClient) async throws -> R
    ) async throws -> R {
        try install(app)
        let client = client()
        do {
            let result = try await body(client)
            await client.close()
            try install(.tests)
            return result
        } catch {
            await client.close()
            try install(.tests)
            throw error
        }
    }
}
