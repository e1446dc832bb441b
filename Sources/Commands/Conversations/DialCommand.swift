// SPDX-License-Identifier: Apache-2.0

/// `dialtone dial`
struct DialCommand: ListedCommand {
    private static let service = Option(name: "--service", value: "ID", help: "dial on this cellular service")

    static let help = CommandHelp(
        "dial", words: "NUMBER", "start a conversation", details: ConversationStart.details,
        options: [service, ConversationStart.wait, .json])

    private let number: String
    private let service: String?
    private let waits: Bool
    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        number = try arguments.words("NUMBER")[0]
        service = arguments.value(Self.service)
        waits = arguments.has(ConversationStart.wait)
        asJSON = arguments.has(.json)
        if ["tel:", "telephony:"].contains(where: number.lowercased().hasPrefix) {
            throw UsageError("this is a link; `dialtone open` calls what a link names, after asking you")
        }
    }

    func run(_ context: Context) async throws {
        let service: String? = if let service { try await context.daemon.service(service) } else { nil }
        try await ConversationStart(number: number, service: service, waits: waits, asJSON: asJSON).run(context)
    }
}
