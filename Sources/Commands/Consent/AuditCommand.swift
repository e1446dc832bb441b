// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// `dialtone audit`
struct AuditCommand: ListedCommand {
    static let help = CommandHelp(
        "audit", "show who asked for what and how it was decided",
        details:
            "The last 100 decisions since the daemon started, newest first; numbers are masked to their last two digits.",
        options: [.json])

    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        _ = try arguments.words()
        asJSON = arguments.has(.json)
    }

    func run(_ context: Context) async throws {
        let decisions = try await context.daemon.audit()
        if asJSON { return try context.print(json: decisions) }
        guard !decisions.isEmpty else { return try context.print(["Nobody has asked for anything yet."]) }
        var table = TextTable(["DATE", "APP", "ASKED FOR", "OUTCOME", "WHY"])
        for decision in decisions {
            let wanted = [decision.act, decision.target].filter { !$0.isEmpty }.joined(separator: " ")
            table.add([
                context.clock.dateAndTime(decision.decidedAt), decision.app, wanted, decision.outcome, decision.reason,
            ])
        }
        try context.print(table)
    }
}

extension AuditInfo: PrintedAsJSON {
    var json: JSONValue {
        .object([
            "date": .date(decidedAt), "app": .text(app), "act": .text(act), "target": .text(target),
            "outcome": .text(outcome), "reason": .text(reason),
        ])
    }
}
