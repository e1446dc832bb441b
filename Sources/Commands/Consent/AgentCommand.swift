// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// `dialtone agent`
struct AgentCommand: ListedCommand {
    static let help = CommandHelp(
        "agent", "ask you on this terminal when an app wants to call or to take a role",
        details: """
            Works on the terminal of a login (a console or ssh), in the foreground, until interrupted. Type y to allow,
            or the number of a line where there are several to choose of; anything else, and silence for a minute,
            declines. A graphical screen, where there is one, is asked first.
            """)

    init(_ arguments: Arguments) throws(UsageError) { _ = try arguments.words() }

    /// What the agent waits for.
    private enum Event: Sendable {
        case prompt(PromptEvent)
        case typed(String)
        case over
    }

    func run(_ context: Context) async throws {
        let prompts = try await context.daemon.promptEvents(as: "terminal")
        try context.terminal.print("Waiting for questions. Ctrl-C ends.")
        var session = AgentSession(context: context)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (events, continuation) = AsyncStream.makeStream(of: Event.self)
            // A line is read once the one before it has been dealt with.
            let (turns, turn) = AsyncStream.makeStream(of: Void.self)
            group.addTask {
                for await prompt in prompts { continuation.yield(.prompt(prompt)) }
                continuation.yield(.over)
            }
            group.addTask {
                var lines = context.terminal.typedLines().makeAsyncIterator()
                for await _ in turns {
                    guard let line = await lines.next() else { break }
                    continuation.yield(.typed(line))
                }
                continuation.yield(.over)
            }
            defer { group.cancelAll() }
            turn.yield()
            for await event in events {
                switch event {
                case .prompt(.show(let prompt)): try session.add(Question(prompt))
                case .prompt(.dismiss(let id)): try session.remove(id)
                case .prompt(.daemonGone): try session.forget()
                case .prompt(.daemonBack): try context.terminal.print("The daemon is back. Waiting for questions.")
                case .prompt(.refused(let error)): throw error
                case .typed(let line):
                    try await session.take(line)
                    turn.yield()
                case .over: return
                }
            }
        }
    }
}

/// The questions on a terminal: one is asked at a time, the others wait.
struct AgentSession: Sendable {
    /// So long after a question is on the terminal nothing that is typed is meant for it: it may have taken the place of
    /// another while the person pressed the key.
    static let deafTime = Duration.milliseconds(500)

    let context: Context
    private var questions: [Question] = []
    /// Which question was asked last, and when it came to be there.
    private var asked: (id: String, at: Duration)?

    init(context: Context) { self.context = context }

    mutating func add(_ question: Question) throws {
        // Nobody waits for help behind other people's questions.
        let place = question.isEmergency ? questions.prefix { $0.isEmergency }.count : questions.count
        questions.insert(question, at: place)
        if place == 0 { try ask() }
    }

    /// The question is answered elsewhere, or nobody waits for it any more.
    mutating func remove(_ id: String) throws {
        guard let index = questions.firstIndex(where: { $0.id == id }) else { return }
        questions.remove(at: index)
        guard index == 0 else { return }
        try context.terminal.print("(This is no longer asked: whoever asked went away, or nobody answered in time.)")
        try ask()
    }

    /// The daemon has gone, and with it whoever waited for answers.
    mutating func forget() throws {
        questions = []
        asked = nil
        try context.terminal.print("The daemon has gone, and its questions with it.")
    }

    /// What was typed: the answer to the question that is asked; without one it counts for nothing.
    mutating func take(_ line: String) async throws {
        guard let question = questions.first else { return }
        if let asked, context.uptime() - asked.at < Self.deafTime {
            try context.terminal.print("That came too early to be meant for this question; answer again.")
            return try ask()
        }
        let answer = question.answer(typed: line)
        do {
            try await context.daemon.answerPrompt(question.id, isAllowed: answer.isAllowed, on: answer.line)
        } catch let error as TelephonyError where error.code == .wrongState {
            try context.terminal.print(error.message)
            return try ask()
        }
        questions.removeFirst()
        try context.terminal.print(answer.isAllowed ? "Allowed." : "Declined.")
        try ask()
    }

    private mutating func ask() throws {
        guard let question = questions.first else { return asked = nil }
        if asked?.id != question.id { asked = (question.id, context.uptime()) }
        for line in question.lines { try context.terminal.print(line) }
    }
}
