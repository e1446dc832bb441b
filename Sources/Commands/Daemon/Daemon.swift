// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials

/// What the commands need of the daemon. Every method throws an error whose description says what to do next.
protocol Daemon: Sendable {
    func status() async throws -> StatusOutput
    func services() async throws -> [ServiceOutput]

    func apps() async throws -> [AppOutput]
    /// - Parameter directory: an absolute path.
    func register(appAt directory: String) async throws -> AppOutput

    /// Every role, held or not.
    func roles() async throws -> [RoleOutput]
    func set(_ role: RoleName, to bundleIdentifier: String) async throws
    func clear(_ role: RoleName) async throws

    /// The questions that this terminal shows from now on.
    func prompts() async throws -> AsyncStream<PromptEvent>
    /// - Parameter line: the one of the prompt's choices that was chosen.
    func answerPrompt(_ id: String, isAllowed: Bool, on line: String?) async throws
    func audit() async throws -> [AuditOutput]

    /// Carries out a link and returns its conversation.
    func open(_ link: String) async throws -> UUID
    func defaultLine() async throws -> UUID?
    func setDefaultLine(_ id: UUID?) async throws
    /// The numbers with a line of their own.
    func rememberedLines() async throws -> [RememberedNumber]
    func rememberLine(_ id: UUID?, for number: String) async throws

    /// Starts a conversation and returns once the modem daemon took the call.
    func dial(_ number: String, service: UUID?) async throws -> UUID
    /// Runs a network code and returns what is said to it.
    func run(code: String, service: UUID?) async throws -> CodeReply
    /// Answers what the network asked.
    func answerCode(_ session: String, _ text: String) async throws -> CodeReply
    func cancelCode(_ session: String) async throws
    /// The sessions of this program that are over from now on, though they waited for an answer.
    func codeEnds() async throws -> any AsyncSequence<String, Never> & Sendable
    func conversations() async throws -> [ConversationOutput]
    func answer(_ conversation: UUID) async throws
    func end(_ conversation: UUID) async throws
    /// Sends tones and returns when the modem took the last.
    func play(_ tones: String, in conversation: UUID) async throws
    /// Goes on with the tones that wait for the person.
    func continueTones(in conversation: UUID) async throws
    /// Every change of a conversation from now on; ends when the daemon goes or the task is cancelled.
    func changes() async throws -> any AsyncSequence<ConversationOutput, Never>
    /// The same, and what the network says by itself.
    func news() async throws -> any AsyncSequence<News, Never>

    /// Newest first; `limit` nil for all.
    func history(limit: Int?, unreadOnly: Bool) async throws -> [HistoryOutput]
    /// The rows whose identifiers begin with the text, in any case; no more than two, which is one too many.
    func history(beginningWith prefix: String) async throws -> [HistoryOutput]
    /// The newest row of an outgoing conversation.
    func lastDialed() async throws -> HistoryOutput?
    /// Marks rows as read and returns how many changed.
    func markRead(_ rows: [UUID]) async throws -> Int
    /// Deletes rows and returns how many there were.
    func deleteHistory(_ rows: [UUID]) async throws -> Int

    func simulate(_ act: SimulatedAct) async throws
}
