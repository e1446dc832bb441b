// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials

/// `dialtone ussd`
struct USSDCommand: Command {
    private static let service = Option(name: "--service", value: "ID", help: "run it on this cellular service")

    static let help = CommandHelp(
        "ussd", words: "[CODE]", "run a network code, such as *100#",
        details: """
            Prints what the network says. While it asks something, each line of the input is an answer; an empty line,
            the end of the input, and an interruption end the session. Without CODE it is asked for and not shown while
            you type: do so for codes with a PIN or PUK, for other users can see the arguments of a program. With --json
            each reply is one line of JSON. Quote the code: the shell reads * and # itself.
            """,
        options: [service, .json])

    private let code: String?
    private let service: String?
    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        code = try arguments.words("[CODE]").first
        service = arguments.value(Self.service)
        asJSON = arguments.has(.json)
    }

    func run(_ context: Context) async throws {
        let service = try await chosenService(context.daemon)
        let code = try code ?? asked(context)
        var reply = try await context.daemon.run(code: code, service: service)
        try show(reply, context)
        guard let session = reply.session else { return }
        for await line in context.terminal.typedLines() {
            if line.isEmpty { break }
            reply = try await context.daemon.answerCode(session, line)
            try show(reply, context)
            if reply.session == nil { return }
        }
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

    private func chosenService(_ daemon: any Daemon) async throws -> UUID? {
        guard let service else { return nil }
        let ids = try await daemon.services().map(\.id)
        return try UniquePrefix.find(service, among: ids, noun: "service", list: "services")
    }

    private func show(_ reply: CodeReply, _ context: Context) throws {
        let output = CodeOutput(text: reply.text, wantsAnswer: reply.session != nil)
        if asJSON { return try context.terminal.print(JSONText.line(output)) }
        for line in reply.text.split(separator: "\n", omittingEmptySubsequences: false) {
            try context.terminal.print(String(line).printable)
        }
        if output.wantsAnswer { context.terminal.complain("Answer, or an empty line to end it:") }
    }
}
