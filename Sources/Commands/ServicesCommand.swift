// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// `dialtone services`
struct ServicesCommand: ListedCommand {
    static let help = CommandHelp("services", "list the cellular services that can dial", options: [.json])

    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        _ = try arguments.words()
        asJSON = arguments.has(.json)
    }

    func run(_ context: Context) async throws {
        let services = try await context.daemon.services()
        if asJSON { return try context.print(json: services) }
        guard !services.isEmpty else {
            return try context.print(["There is no cellular service; `dialtone status` says why."])
        }
        var table = TextTable(["ID", "LABEL"])
        for service in services { table.add([service.id.short, service.label]) }
        try context.print(table)
    }
}

extension ServiceInfo: PrintedAsJSON {
    var json: JSONValue { .object(["service": .text(id), "label": .text(label)]) }
}
