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
                    [self] (call: CallContext, token: String, handle: Handle, options: [String: Variant]) async throws
                        -> ObjectPath in
                    try await start(call, token, handle, options)
                },
                Method("OpenLink", arguments: ["token", "link"], results: ["request"]) {
                    [self] (call: CallContext, token: String, link: String) async throws -> ObjectPath in
                    let caller = try await caller(of: call)
                    try await board.rights(of: caller).control()
                    return try await request(for: call, by: caller, token: token) { [board] in
                        ["conversation": .string(try await board.openLink(link, by: caller).uuidString)]
                    }
                },
                Method("Subscribe") { [self] (call: CallContext) async throws in
                    _ = try await board.services(for: caller(of: call))
                    await subscribe(call, to: .services)
                },
            ],
            signals: [SignalDeclaration("ServicesChanged", arguments: ["services"], [ServiceInfo].self)])
    }

    private func start(
        _ call: CallContext, _ token: String, _ handle: Handle, _ options: [String: Variant]
    ) async throws -> ObjectPath {
        let caller = try await caller(of: call)
        let request = StartRequest(
            handle: handle, service: try Self.identifier("service", in: options),
            recent: try Self.identifier("recent", in: options))
        return try self.request(for: call, by: caller, token: token) { [board] in
            ["conversation": .string(try await board.startConversation(request, by: caller).uuidString)]
        }
    }

    /// An optional UUID among the options; one that is not a UUID is refused, not ignored.
    static func identifier(_ key: String, in options: [String: Variant]) throws -> UUID? {
        guard let value = options[key] else { return nil }
        return try uuid(value.string ?? "", what: key)
    }

    static func uuid(_ text: String, what: String) throws -> UUID {
        guard let id = UUID(uuidString: text) else {
            throw TelephonyError(.invalidArgument, "\(what) is not an identifier; copy it from a listing")
        }
        return id
    }
}
