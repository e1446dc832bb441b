// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials
import Synchronization

@testable import Commands

/// A daemon that answers as it is told and keeps what it was asked to do.
final class ScriptedDaemon: Daemon {
    struct World: Sendable {
        var status = StatusOutput(
            version: "1", developerMode: true, simulated: true, conversations: 0, historyProblem: "", backends: [],
            lines: [])
        var services: [ServiceOutput] = []
        var apps: [AppOutput] = []
        var remembered: [RememberedNumber] = []
        var roles: [RoleOutput] = []
        /// Why the roles cannot be read.
        var rolesTrouble: TelephonyError?
        var conversations: [ConversationOutput] = []
        var history: [HistoryOutput] = []
        var changes: [ConversationOutput] = []
        /// Told before the changes.
        var messages: [MessageOutput] = []
        var audit: [AuditOutput] = []
        /// What the network says, turn by turn.
        var codeReplies: [CodeReply] = []
        var codeEnds: [String] = []
        /// The conversation that a dial starts.
        var dialed = UUID()
        /// A dial waits for this, as for a person.
        var goAhead: AsyncStream<Void>?
        var failure: CommandFailure?
        /// What a dial meets.
        var refusal: TelephonyError?
    }

    let world: World
    /// What the agent is told.
    let prompting: AsyncStream<PromptEvent>.Continuation
    private let promptStream: AsyncStream<PromptEvent>
    private let requests = Mutex<[String]>([])

    init(_ world: World = World()) {
        self.world = world
        (promptStream, prompting) = AsyncStream.makeStream()
    }

    var asked: [String] { requests.withLock { $0 } }

    private func note(_ request: String) throws {
        requests.withLock { $0.append(request) }
        if let failure = world.failure { throw failure }
    }

    func status() async throws -> StatusOutput {
        try note("status")
        return world.status
    }
    func services() async throws -> [ServiceOutput] {
        try note("services")
        return world.services
    }
    func apps() async throws -> [AppOutput] {
        try note("apps")
        return world.apps
    }
    func register(appAt directory: String) async throws -> AppOutput {
        try note("register \(directory)")
        return AppOutput(bundleIdentifier: "org.example.a", displayName: "A", entitlements: [], backgroundModes: [])
    }
    func roles() async throws -> [RoleOutput] {
        try note("roles")
        if let trouble = world.rolesTrouble { throw trouble }
        return world.roles
    }
    func set(_ role: RoleName, to bundleIdentifier: String) async throws {
        try note("set \(role) \(bundleIdentifier)")
    }
    func clear(_ role: RoleName) async throws { try note("clear \(role)") }
    func prompts() async throws -> AsyncStream<PromptEvent> {
        try note("prompts")
        return promptStream
    }
    func answerPrompt(_ id: String, isAllowed: Bool, on line: String?) async throws {
        try note((isAllowed ? "allow" : "decline") + " \(id)" + (line.map { " on \($0)" } ?? ""))
        if id == "hasty", asked.count < 3 { throw TelephonyError(.wrongState, "too early; answer again") }
    }
    func audit() async throws -> [AuditOutput] {
        try note("audit")
        return world.audit
    }
    func open(_ link: String) async throws -> UUID {
        try note("open \(link)")
        return world.dialed
    }
    func defaultLine() async throws -> UUID? { world.services.last?.service }
    func setDefaultLine(_ id: UUID?) async throws { try note("default \(id?.uuidString ?? "ask")") }
    func rememberedLines() async throws -> [RememberedNumber] { world.remembered }
    func rememberLine(_ id: UUID?, for number: String) async throws {
        try note("remember \(number) \(id?.uuidString ?? "-")")
    }
    func dial(_ number: String, service: UUID?) async throws -> UUID {
        try note("dial \(number) \(service?.uuidString ?? "-")")
        if let refusal = world.refusal { throw refusal }
        if let goAhead = world.goAhead { for await _ in goAhead { break } }
        return world.dialed
    }
    func run(code: String, service: UUID?) async throws -> CodeReply {
        try note("run \(code) \(service?.uuidString ?? "-")")
        return world.codeReplies.first ?? CodeReply(text: "")
    }
    func answerCode(_ session: String, _ text: String) async throws -> CodeReply {
        try note("answer \(session) \(text)")
        let turn = asked.count { $0.hasPrefix("answer ") }
        return turn < world.codeReplies.count ? world.codeReplies[turn] : CodeReply(text: "")
    }
    func cancelCode(_ session: String) async throws { try note("cancel \(session)") }
    func codeEnds() async throws -> any AsyncSequence<String, Never> & Sendable {
        AsyncStream<String> { ends in
            world.codeEnds.forEach { ends.yield($0) }
            if world.codeEnds.isEmpty { ends.finish() }
        }
    }
    func conversations() async throws -> [ConversationOutput] {
        try note("conversations")
        return world.conversations
    }
    func answer(_ conversation: UUID) async throws { try note("answer \(conversation)") }
    func end(_ conversation: UUID) async throws { try note("end \(conversation)") }
    func play(_ tones: String, in conversation: UUID) async throws { try note("tones \(tones) \(conversation)") }
    func continueTones(in conversation: UUID) async throws { try note("go on \(conversation)") }
    func changes() async throws -> any AsyncSequence<ConversationOutput, Never> {
        try note("changes")
        return AsyncStream<ConversationOutput> { continuation in
            for change in world.changes { continuation.yield(change) }
            continuation.finish()
        }
    }
    func news() async throws -> any AsyncSequence<News, Never> {
        try note("news")
        return AsyncStream<News> { continuation in
            for message in world.messages { continuation.yield(.message(message)) }
            for change in world.changes { continuation.yield(.conversation(change)) }
            continuation.finish()
        }
    }
    func history(limit: Int?, unreadOnly: Bool) async throws -> [HistoryOutput] {
        try note("history \(limit.map(String.init) ?? "all") \(unreadOnly)")
        let gone = requests.withLock { requests in
            requests.contains { $0.hasPrefix("read ") || $0.hasPrefix("delete ") }
        }
        return gone ? [] : world.history
    }
    func history(beginningWith prefix: String) async throws -> [HistoryOutput] {
        try note("history \(prefix)")
        return world.history.filter { $0.uuid.uuidString.hasPrefix(prefix.uppercased()) }
    }
    func lastDialed() async throws -> HistoryOutput? {
        try note("last dialed")
        return world.history.first { $0.direction == "outgoing" }
    }
    func markRead(_ rows: [UUID]) async throws -> Int {
        try note("read \(rows.map(\.uuidString).joined(separator: " "))")
        return rows.count
    }
    func deleteHistory(_ rows: [UUID]) async throws -> Int {
        try note("delete \(rows.map(\.uuidString).joined(separator: " "))")
        return rows.count { $0 != world.conversations.first?.uuid }
    }
    func simulate(_ act: SimulatedAct) async throws { try note("simulate \(act)") }
}
