// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials
import Telephony

/// The options of `Telephony1.StartConversation`.
enum StartOptions: OptionNames {
    static let known: Set<String> = ["service", "recent"]
    static let servesEmergencies = true
}

/// The options of `Telephony1.OpenLink`.
enum LinkOptions: OptionNames {
    static let known: Set<String> = []
    static let servesEmergencies = true
}

// What is to be dialed, and by whom.
extension ConversationEndpoint {
    func open(
        _ call: CallContext, _ token: String, _ link: String, _ options: Options<LinkOptions>
    ) async throws -> ObjectPath {
        let caller = try await caller(of: call)
        try step { try $0.rights(of: caller).control() }
        let number = (try? TelLink(parsing: link))?.dial.address ?? ""
        return try await dialing(number, for: call, by: caller, token: token) { [board] in
            let id = try await board.openLink(link, unless: options.objection, by: caller)
            return ["conversation": .string(id.uuidString)]
        }
    }

    func start(
        _ call: CallContext, _ token: String, _ handle: Handle, _ options: Options<StartOptions>
    ) async throws -> ObjectPath {
        let caller = try await caller(of: call)
        let request = Self.request(to: handle.trimmed, options)
        return try await dialing(handle.value, for: call, by: caller, token: token) { [board] in
            ["conversation": .string(try await board.startConversation(request, by: caller).uuidString)]
        }
    }

    /// What cannot be obeyed is left to the service to refuse: it knows whether the number is an emergency number.
    private static func request(to handle: Handle, _ options: Options<StartOptions>) -> StartRequest {
        var request = StartRequest(handle: handle)
        do {
            try options.obey()
            request.service = try identifier("service", of: options.value("service"))
            request.recent = try identifier("recent", of: options.value("recent"))
        } catch {
            request.objection = error
        }
        return request
    }

    /// An optional UUID among the options; one that is not a UUID is refused, not ignored.
    static func identifier(_ name: String, of text: String?) throws(TelephonyError) -> UUID? {
        guard let text else { return nil }
        return try uuid(text, what: name)
    }

    static func uuid(_ text: String, what: String) throws(TelephonyError) -> UUID {
        guard let id = UUID(uuidString: text) else {
            throw TelephonyError(.invalidArgument, "\(what) is not an identifier; copy it from a listing")
        }
        return id
    }
}
