// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus

extension ConversationEndpoint {
    /// org.dialtone.Apps1: the installed apps.
    nonisolated var appsInterface: Interface {
        Interface(
            ContractNames.apps,
            methods: [
                Method("List", results: ["apps"]) { [self] (call: CallContext) async throws -> [AppInfo] in
                    try await board.apps(for: caller(of: call)).map(AppInfo.init)
                },
                Method("Register", arguments: ["directory"], results: ["app"]) {
                    [self] (call: CallContext, directory: String) async throws -> AppInfo in
                    AppInfo(try await board.registerApp(directory: directory, by: caller(of: call)))
                },
            ])
    }
}
