// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// `dialtone lines`
struct LinesCommand: Command {
    static let help = CommandHelp("lines", "show the lines and which one is the default", options: [.json])

    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        _ = try arguments.words()
        asJSON = arguments.has(.json)
    }

    func run(_ context: Context) async throws {
        let chosen = try await context.daemon.defaultLine()
        let lines = try await context.daemon.services().map {
            LineOutput(service: $0.service, label: $0.label, isDefault: $0.service == chosen)
        }
        if asJSON { return try context.print(json: lines) }
        var table = TextTable(["ID", "LABEL", "DEFAULT"])
        for line in lines { table.add([line.service.short, line.label, line.isDefault ? "yes" : ""]) }
        try context.print(table)
    }
}

/// A line as the command line prints it.
struct LineOutput: Encodable, Hashable, Sendable {
    var service: UUID
    var label: String
    var isDefault: Bool
}
