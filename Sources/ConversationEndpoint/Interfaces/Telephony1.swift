// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials
import Telephony

extension ConversationEndpoint {
    /// org.dialtone.Telephony1: start cellular conversations.
    nonisolated var telephonyInterface: Interface {
        Interface(
            ContractNames.telephony,
            methods: [
                Method("ListServices", results: ["services"]) {
                    [self] (call: CallContext) async throws -> [ServiceInfo] in
                    try await board.services(for: caller(of: call)).map { ServiceInfo($0) }
                },
                Method("StartConversation", arguments: ["token", "handle", "options"], results: ["request"]) {
                    [self] (call: CallContext, token: String, handle: Handle, options: Options<StartOptions>)
                        async throws -> ObjectPath in
                    try await start(call, token, handle, options)
                },
                Method("OpenLink", arguments: ["token", "link", "options"], results: ["request"]) {
                    [self] (call: CallContext, token: String, link: String, options: Options<LinkOptions>) async throws
                        -> ObjectPath in
                    try await open(call, token, link, options)
                },
                Method("Subscribe") { [self] (call: CallContext) async throws in
                    _ = try await board.services(for: caller(of: call))
                    await subscribe(call, to: .services)
                },
            ],
            signals: [SignalDeclaration("ServicesChanged", arguments: ["services"], [ServiceInfo].self)])
    }
}
