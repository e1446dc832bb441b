// SPDX-License-Identifier: Apache-2.0
import DBus

extension ConversationClient {
    /// The cellular services that the app may name.
    package func services() async throws -> [ServiceInfo] {
        try await call(ContractNames.telephony, "ListServices", returning: [ServiceInfo].self)
    }

    /// Starts a conversation and returns its identifier (UUID text) once the modem daemon took the call.
    ///
    /// - Parameters:
    ///   - service: identifier of the cellular service to use, or an error.
    ///   - recent: identifier of the history row being redialed.
    package func startConversation(
        with handle: Handle, service: String? = nil, recent: String? = nil
    ) async throws -> String {
        var options: [String: Variant] = [:]
        options["service"] = service.map(Variant.string)
        options["recent"] = recent.map(Variant.string)
        return try Self.conversation(in: await request(ContractNames.telephony, "StartConversation", handle, options))
    }

    /// Carries out a `tel:` or `telephony:` link once the person agreed; returns the conversation's identifier.
    package func openLink(_ link: String) async throws -> String {
        try Self.conversation(in: await request(ContractNames.telephony, "OpenLink", link, Self.noOptions))
    }

    private static func conversation(in results: [String: Variant]) throws -> String {
        guard let id = results["conversation"]?.string else {
            throw TelephonyError(.serviceUnavailable, "dialtoned named no conversation; update it")
        }
        return id
    }
}
