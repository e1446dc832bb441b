// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import Synchronization

@testable import Commands

/// A daemon that answers as it is told and keeps what it was asked to do.
final class ScriptedDaemon: Daemon {
    struct World: Sendable {
        var status = Samples.status()
        var startsAtLogin: Bool?
        var services: [ServiceInfo] = []
        var apps: [AppInfo] = []
        var remembered: [RememberedLineInfo] = []
        var roles: [RoleInfo] = []
        /// Why the roles cannot be read.
        var rolesTrouble: TelephonyError?
        var conversations: [ConversationInfo] = []
        var history: [HistoryEntry] = []
        /// Reading the history waits for this, as for a disk.
        var disk: AsyncStream<Void>?
        var changes: [ConversationInfo] = []
        /// Told before the changes.
        var messages: [MessageInfo] = []
        var audit: [AuditInfo] = []
        /// What the network says, turn by turn.
        var codeReplies: [CodeReply] = []
        var codeEnds: [String] = []
        /// The conversation that a dial starts.
        var dialed = Samples.a
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

    /// Notes what was asked, and answers it.
    private func answering<Value>(_ request: String, _ value: Value) throws -> Value {
        try note(request)
        return value
    }

    func status() async throws -> StatusInfo { try answering("status", world.status) }
    func startsAtLogin() async -> Bool? { world.startsAtLogin }
    func services() async throws -> [ServiceInfo] { try answering("services", world.services) }
    func apps() async throws -> [AppInfo] { try answering("apps", world.apps) }
    func registerApp(directory: String) async throws -> AppInfo {
        try answering(
            "register \(directory)",
            AppInfo(bundleIdentifier: "org.example.a", displayName: "A", entitlements: [], backgroundModes: []))
    }
    func roles() async throws -> [RoleInfo] {
        try note("roles")
        if let trouble = world.rolesTrouble { throw trouble }
        return world.roles
    }
    func setRole(_ role: String, to bundleIdentifier: String) async throws {
        try note("set \(role) \(bundleIdentifier)")
    }
    func clearRole(_ role: String) async throws { try note("clear \(role)") }
    func promptEvents(as kind: String) async throws -> AsyncStream<PromptEvent> {
        try answering("prompts \(kind)", promptStream)
    }
    func answerPrompt(_ id: String, isAllowed: Bool, on line: String?) async throws {
        try note((isAllowed ? "allow" : "decline") + " \(id)" + (line.map { " on \($0)" } ?? ""))
        if id == "hasty", asked.count < 3 { throw TelephonyError(.wrongState, "too early; answer again") }
    }
    func audit() async throws -> [AuditInfo] { try answering("audit", world.audit) }

    func startConversation(with handle: Handle, service: String?, recent: String?) async throws -> String {
        try note("dial \(handle.value) \(service ?? "-")")
        if let refusal = world.refusal { throw refusal }
        if let goAhead = world.goAhead { for await _ in goAhead { break } }
        return world.dialed
    }
    func openLink(_ link: String) async throws -> String { try answering("open \(link)", world.dialed) }
    func conversations() async throws -> [ConversationInfo] { try answering("conversations", world.conversations) }
    func answer(_ conversation: String) async throws { try note("answer \(conversation)") }
    func end(_ conversation: String) async throws { try note("end \(conversation)") }
    func playTones(_ tones: String, in conversation: String) async throws { try note("tones \(tones) \(conversation)") }
    func continueTones(in conversation: String) async throws { try note("go on \(conversation)") }

    func events(about topics: Set<ClientTopic>, startsDaemon: Bool) async throws -> AsyncStream<ClientEvent> {
        // Who runs a code hears of its end alone, and that is no question of its own.
        if topics != [.codes] { try note("events \(topics.map { "\($0)" }.sorted().joined(separator: " "))") }
        return AsyncStream { events in
            if topics.contains(.messages) { for message in world.messages { events.yield(.message(message)) } }
            if topics.contains(.conversations) { for change in world.changes { events.yield(.conversation(change)) } }
            if topics.contains(.codes) { for session in world.codeEnds { events.yield(.codeEnded(session)) } }
            if topics != [.codes] || world.codeEnds.isEmpty { events.finish() }
        }
    }

    func defaultLine() async throws -> String? { world.services.last?.id }
    func setDefaultLine(_ service: String?) async throws { try note("default \(service ?? "ask")") }
    func rememberedLines() async throws -> [RememberedLineInfo] { world.remembered }
    func rememberLine(_ service: String?, for number: String) async throws {
        try note("remember \(number) \(service ?? "-")")
    }

    func runCode(_ code: String, service: String?) async throws -> CodeReply {
        try answering("run \(code) \(service ?? "-")", world.codeReplies.first ?? CodeReply(text: ""))
    }
    func answerCode(_ session: String, _ text: String) async throws -> CodeReply {
        try note("answer \(session) \(text)")
        let turn = asked.count { $0.hasPrefix("answer ") }
        return turn < world.codeReplies.count ? world.codeReplies[turn] : CodeReply(text: "")
    }
    func cancelCode(_ session: String) async throws { try note("cancel \(session)") }

    /// Answers the questions that the commands have, and knows no others.
    func allHistory(matching expression: HistoryExpression?, limit: Int?) async throws -> [HistoryEntry] {
        if let disk = world.disk { for await _ in disk { break } }
        switch expression {
        case .text(.startsWith, .column(.id), .literal(.text(let prefix))):
            try note("history \(prefix)")
            return world.history.filter { $0.id.hasPrefix(prefix) }
        case .compare(.equal, .column(.direction), .literal(.text(let direction))):
            try note("history \(direction)")
            return world.history.filter { $0.direction == direction }
        default:
            try note("history \(limit.map(String.init) ?? "all")\(expression == nil ? "" : " unread")")
            return asked.contains { $0.hasPrefix("read ") || $0.hasPrefix("delete ") } ? [] : world.history
        }
    }
    func markRead(_ rows: [String]) async throws -> Int {
        try answering("read \(rows.joined(separator: " "))", rows.count)
    }
    func deleteHistory(_ rows: [String]) async throws -> Int {
        try answering("delete \(rows.joined(separator: " "))", rows.count { $0 != world.conversations.first?.id })
    }

    func simulate(_ command: String, _ arguments: [String: SimulationArgument]) async throws {
        let words = arguments.sorted { $0.key < $1.key }.map { name, value in
            switch value {
            case .text(let text): "\(name)=\(text)"
            case .flag(let flag): "\(name)=\(flag)"
            }
        }
        try note((["simulate", command] + words).joined(separator: " "))
    }
}
