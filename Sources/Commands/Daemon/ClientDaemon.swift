// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials

/// The daemon on the session bus.
struct ClientDaemon: Daemon {
    let client: ConversationClient

    func status() async throws -> StatusOutput {
        var status = StatusOutput(try await client.status())
        status.startsAtLogin = await client.startsAtLogin()
        return status
    }

    func services() async throws -> [ServiceOutput] { try await client.services().compactMap(ServiceOutput.init) }

    func apps() async throws -> [AppOutput] { try await client.apps().map(AppOutput.init) }

    func register(appAt directory: String) async throws -> AppOutput {
        AppOutput(try await client.registerApp(directory: directory))
    }

    func roles() async throws -> [RoleOutput] {
        let held = try await client.roles()
        return RoleName.allCases.map { role in
            let grant = held.first { $0.role == role.rawValue }
            return RoleOutput(role: role, bundleIdentifier: grant?.bundleIdentifier, since: grant?.sinceDate)
        }
    }

    func set(_ role: RoleName, to bundleIdentifier: String) async throws {
        try await client.setRole(role.rawValue, to: bundleIdentifier)
    }

    func clear(_ role: RoleName) async throws { try await client.clearRole(role.rawValue) }

    func prompts() async throws -> AsyncStream<PromptEvent> { try await client.promptEvents(as: "terminal") }

    func answerPrompt(_ id: String, isAllowed: Bool, on line: String?) async throws {
        try await client.answerPrompt(id, isAllowed: isAllowed, on: line)
    }

    func audit() async throws -> [AuditOutput] { try await client.audit().map(AuditOutput.init) }

    func dial(_ number: String, service: UUID?) async throws -> UUID {
        try uuid(try await client.startConversation(with: .number(number), service: service?.uuidString))
    }

    func open(_ link: String) async throws -> UUID { try uuid(try await client.openLink(link)) }

    private func uuid(_ id: String) throws -> UUID {
        guard let uuid = UUID(uuidString: id) else {
            throw CommandFailure("the daemon named the conversation in a way we do not know; update dialtone")
        }
        return uuid
    }

    func defaultLine() async throws -> UUID? { try await client.defaultLine().flatMap(UUID.init(uuidString:)) }

    func setDefaultLine(_ id: UUID?) async throws { try await client.setDefaultLine(id?.uuidString) }

    func rememberedLines() async throws -> [RememberedNumber] {
        try await client.rememberedLines().compactMap { info in
            UUID(uuidString: info.service).map { RememberedNumber(number: info.number, service: $0) }
        }
    }

    func rememberLine(_ id: UUID?, for number: String) async throws {
        try await client.rememberLine(id?.uuidString, for: number)
    }

    func run(code: String, service: UUID?) async throws -> CodeReply {
        try await client.runCode(code, service: service?.uuidString)
    }

    func answerCode(_ session: String, _ text: String) async throws -> CodeReply {
        try await client.answerCode(session, text)
    }

    func cancelCode(_ session: String) async throws { try await client.cancelCode(session) }

    func codeEnds() async throws -> any AsyncSequence<String, Never> & Sendable {
        try await client.events(about: [.codes], startsDaemon: true).compactMap { event in
            if case .codeEnded(let session) = event { session } else { nil }
        }
    }

    func conversations() async throws -> [ConversationOutput] {
        try await client.conversations().compactMap(ConversationOutput.init)
    }

    func answer(_ conversation: UUID) async throws { try await client.answer(conversation.uuidString) }

    func end(_ conversation: UUID) async throws { try await client.end(conversation.uuidString) }

    func play(_ tones: String, in conversation: UUID) async throws {
        try await client.playTones(tones, in: conversation.uuidString)
    }

    func continueTones(in conversation: UUID) async throws {
        try await client.continueTones(in: conversation.uuidString)
    }

    func changes() async throws -> any AsyncSequence<ConversationOutput, Never> {
        DaemonNews(events: try await client.events(about: [.conversations], startsDaemon: true)).compactMap { news in
            if case .conversation(let conversation) = news { conversation } else { nil }
        }
    }

    func news() async throws -> any AsyncSequence<News, Never> {
        DaemonNews(events: try await client.events(about: [.conversations, .messages], startsDaemon: true))
    }

    func history(limit: Int?, unreadOnly: Bool) async throws -> [HistoryOutput] {
        let unread = HistoryExpression.compare(.equal, .column(.isRead), .literal(.boolean(false)))
        let rows = try await client.allHistory(matching: unreadOnly ? unread : nil, limit: limit)
        return rows.compactMap(HistoryOutput.init)
    }

    func history(beginningWith prefix: String) async throws -> [HistoryOutput] {
        let begins = HistoryExpression.text(.startsWith, .column(.id), .literal(.text(prefix.uppercased())))
        return try await client.allHistory(matching: begins, limit: 2).compactMap(HistoryOutput.init)
    }

    func lastDialed() async throws -> HistoryOutput? {
        let outgoing = HistoryExpression.compare(
            .equal, .column(.direction), .literal(.text(Direction.outgoing.rawValue)))
        return try await client.allHistory(matching: outgoing, limit: 1).first.flatMap(HistoryOutput.init)
    }

    func markRead(_ rows: [UUID]) async throws -> Int { try await client.markRead(rows.map(\.uuidString)) }

    func deleteHistory(_ rows: [UUID]) async throws -> Int { try await client.deleteHistory(rows.map(\.uuidString)) }

    func simulate(_ act: SimulatedAct) async throws { try await client.simulate(act.command, act.arguments) }
}
