// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials

/// `dialtone ussd`
struct USSDCommand: ListedCommand {
    private static let service = Option(name: "--service", value: "ID", help: "run it on this cellular service")
    private static let session = Option(
        name: "--session", value: "ID", help: "answer what the network asked by itself; dialtone monitor shows the ID")

    static let help = CommandHelp(
        "ussd", words: "[CODE]", "run a network code, such as *100#",
        details: """
            Prints what the network says. While it asks something, each line of the input is an answer; an empty line,
            the end of the input, and an interruption end the session; when the network ends it first, that is an error. Without CODE it is asked for and not shown while
            you type: do so for codes with a PIN or PUK, for other users can see the arguments of a program. With --json
            each reply is one line of JSON. With --session it goes on with what the network asked by itself: whoever
            answers first has the session. Quote the code: the shell reads * and # itself.
            """,
        options: [service, session, .json])

    static let interruption = "interrupted; the code is ended, and what it has done already stays done"

    private let code: String?
    private let service: String?
    private let session: String?
    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        code = try arguments.words("[CODE]").first
        service = arguments.value(Self.service)
        session = try arguments.value(Self.session).map(Self.identifier)
        asJSON = arguments.has(.json)
        if session != nil, code != nil || service != nil {
            throw UsageError("a session goes on without a code and a service; give --session alone")
        }
    }

    private static func identifier(_ text: String) throws(UsageError) -> String {
        guard let session = UUID(uuidString: text) else {
            throw UsageError("'\(text.printable)' is no session; give the whole ID that dialtone monitor shows")
        }
        return session.uuidString
    }

    func run(_ context: Context) async throws {
        // Before the code runs, so that no end of its session is missed.
        let ends = try await context.daemon.events(about: [.codes], startsDaemon: true)
        if let session {
            askForAnswer(context)
            return try await converse(session, ends, context)
        }
        let service: String? = if let service { try await context.daemon.service(service) } else { nil }
        let code = try code ?? asked(context)
        let reply = try await context.patiently { try await context.daemon.runCode(code.asMeant(), service: service) }
        try show(reply, context)
        if let session = reply.session { try await converse(session, ends, context) }
    }

    /// Each typed line is an answer, until the network has said its last word or the person theirs.
    private func converse(
        _ session: String, _ ends: AsyncStream<ClientEvent>, _ context: Context
    ) async throws {
        let isOver = try await CodeInput.reading(context.terminal, session, ends) { turns in
            while let input = await turns.next() {
                switch input {
                case .typed(let line) where !line.isEmpty:
                    let reply = try await context.daemon.answerCode(session, line)
                    try show(reply, context)
                    if reply.session == nil { return true }
                case .typed, .nothingMore: return false
                case .sessionEnded:
                    throw CommandFailure("the session ended before it was answered; run the code again")
                }
            }
            // Interrupted.
            return false
        }
        guard !isOver else { return }
        try await context.daemon.cancelCode(session)
        context.terminal.complain("The code is ended; the network got no answer.")
    }

    private func asked(_ context: Context) throws -> String {
        context.terminal.complain("Code (it is not shown):")
        guard let code = context.terminal.typedSecret(), !code.isEmpty else {
            throw CommandFailure("there is no code to run; type one, or give it as an argument")
        }
        return code
    }

    private func show(_ reply: CodeReply, _ context: Context) throws {
        if asJSON { return try context.terminal.print(JSONText.line(reply.json)) }
        if reply.text.isEmpty {
            context.terminal.complain(
                reply.session != nil
                    ? "The network asks something, without a text." : "The network answered, without a text.")
        }
        for line in reply.text.split(separator: "\n", omittingEmptySubsequences: false) where !reply.text.isEmpty {
            try context.terminal.print(String(line).printable)
        }
        if reply.session != nil { askForAnswer(context) }
    }

    private func askForAnswer(_ context: Context) {
        context.terminal.complain("Answer, or an empty line to end it:")
    }
}

extension CodeReply: PrintedAsJSON {
    /// As of a message that the network sends by itself: with a session it waits for an answer.
    var json: JSONValue { .object(["text": .text(text), "session": .known(session)]) }
}
