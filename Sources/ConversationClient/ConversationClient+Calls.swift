// SPDX-License-Identifier: Apache-2.0
import DBus

extension ConversationClient {
    /// The cellular services that the app may name.
    package func services() async throws -> [ServiceInfo] {
        try await call(ContractNames.telephony, "ListServices", returning: [ServiceInfo].self)
    }

    /// The conversations that are up, of those the app may see.
    package func conversations() async throws -> [ConversationInfo] {
        try await call(ContractNames.conversations, "List", returning: [ConversationInfo].self)
    }

    /// Answers a conversation that rings.
    package func answer(_ conversation: String) async throws {
        try await call(ContractNames.conversations, "Answer", conversation, Self.noOptions)
    }

    /// Ends, declines or gives up a conversation.
    package func end(_ conversation: String) async throws {
        try await call(ContractNames.conversations, "End", conversation, Self.noOptions)
    }

    /// Sends DTMF tones; returns when the modem took the last.
    package func playTones(_ tones: String, in conversation: String) async throws {
        try await call(
            ContractNames.conversations, "PlayTones", conversation, tones, Self.noOptions, deadline: .seconds(60))
    }

    /// Goes on with the tones that wait for the person. Throws `wrongState` when none do.
    package func continueTones(in conversation: String) async throws {
        try await call(ContractNames.conversations, "ContinueTones", conversation)
    }

    /// Who holds the roles; a role that nobody holds is not among them.
    package func roles() async throws -> [RoleInfo] {
        try await call(ContractNames.roles, "List", returning: [RoleInfo].self)
    }

    /// Gives a role to an app; waits for the person's consent, a minute at most.
    package func setRole(_ role: String, to bundleIdentifier: String) async throws {
        _ = try await request(ContractNames.roles, "Set", role, bundleIdentifier, Self.noOptions)
    }

    /// Asks for a role for the app that calls; waits for the person's consent, a minute at most.
    package func requestRole(_ role: String) async throws {
        _ = try await request(ContractNames.roles, "Request", role, Self.noOptions)
    }

    /// The cellular service for all calls; nil when the person is asked.
    package func defaultLine() async throws -> String? {
        let service = try await call(ContractNames.lines, "Default", returning: String.self)
        return service.isEmpty ? nil : service
    }

    /// Sets the cellular service for all calls; nil has the person asked.
    package func setDefaultLine(_ service: String?) async throws {
        try await call(ContractNames.lines, "SetDefault", service ?? "")
    }

    /// The numbers that have a line of their own.
    package func rememberedLines() async throws -> [RememberedLineInfo] {
        try await call(ContractNames.lines, "Remembered", returning: [RememberedLineInfo].self)
    }

    /// Remembers the line for a number; nil forgets it.
    package func rememberLine(_ service: String?, for number: String) async throws {
        try await call(ContractNames.lines, "Remember", number, service ?? "", Self.noOptions)
    }

    /// The last decisions, newest first.
    package func audit() async throws -> [AuditInfo] {
        try await call(ContractNames.audit, "List", returning: [AuditInfo].self)
    }

    /// Takes a role from whoever holds it.
    package func clearRole(_ role: String) async throws { try await call(ContractNames.roles, "Clear", role) }

    /// The apps that have a manifest.
    package func apps() async throws -> [AppInfo] {
        try await call(ContractNames.apps, "List", returning: [AppInfo].self)
    }

    /// Copies a manifest folder into the person's data directory (developer mode).
    package func registerApp(directory: String) async throws -> AppInfo {
        try await call(ContractNames.apps, "Register", directory, returning: AppInfo.self)
    }

    /// How the daemon does.
    package func status() async throws -> StatusInfo {
        let (facts, backends, lines) = try await call(
            ContractNames.status, "Get", returning: [String: Variant].self, [StatusInfo.Backend].self,
            [StatusInfo.Line].self)
        return try await translatingErrors { try StatusInfo(facts: facts, backends: backends, lines: lines) }
    }

    /// Plays the network or the other side; words and arguments: dbus/org.dialtone.Simulation1.xml.
    package func simulate(_ command: String, _ arguments: [String: SimulationArgument] = [:]) async throws {
        try await call(ContractNames.simulation, "Perform", command, arguments.mapValues(\.variant))
    }
}

/// An argument of a simulation command.
package enum SimulationArgument: Hashable, Sendable {
    case text(String)
    case flag(Bool)

    var variant: Variant {
        switch self {
        case .text(let text): .string(text)
        case .flag(let flag): .bool(flag)
        }
    }
}
