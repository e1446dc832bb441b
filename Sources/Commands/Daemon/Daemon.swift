// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// What the commands need of the daemon, in the words of its client, which is the one outside of tests.
///
/// Every function throws an error whose description says what to do next.
protocol Daemon: Sendable {
    func status() async throws -> StatusInfo
    func startsAtLogin() async -> Bool?
    func services() async throws -> [ServiceInfo]
    func events(about topics: Set<ClientTopic>, startsDaemon: Bool) async throws -> AsyncStream<ClientEvent>

    func startConversation(with handle: Handle, service: String?, recent: String?) async throws -> String
    func openLink(_ link: String) async throws -> String
    func conversations() async throws -> [ConversationInfo]
    func answer(_ conversation: String) async throws
    func end(_ conversation: String) async throws
    func playTones(_ tones: String, in conversation: String) async throws
    func continueTones(in conversation: String) async throws

    func allHistory(matching expression: HistoryExpression?, limit: Int?) async throws -> [HistoryEntry]
    func markRead(_ rows: [String]) async throws -> Int
    func deleteHistory(_ rows: [String]) async throws -> Int

    func defaultLine() async throws -> String?
    func setDefaultLine(_ service: String?) async throws
    func rememberedLines() async throws -> [RememberedLineInfo]
    func rememberLine(_ service: String?, for number: String) async throws

    func runCode(_ code: String, service: String?) async throws -> CodeReply
    func answerCode(_ session: String, _ text: String) async throws -> CodeReply
    func cancelCode(_ session: String) async throws

    func apps() async throws -> [AppInfo]
    func registerApp(directory: String) async throws -> AppInfo
    func roles() async throws -> [RoleInfo]
    func setRole(_ role: String, to bundleIdentifier: String) async throws
    func clearRole(_ role: String) async throws
    func promptEvents(as kind: String) async throws -> AsyncStream<PromptEvent>
    func answerPrompt(_ id: String, isAllowed: Bool, on line: String?) async throws
    func audit() async throws -> [AuditInfo]

    func simulate(_ command: String, _ arguments: [String: SimulationArgument]) async throws
}

extension ConversationClient: Daemon {}
