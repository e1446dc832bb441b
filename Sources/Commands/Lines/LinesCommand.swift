// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// `dialtone lines`
struct LinesCommand: ListedCommand {
    static let help = CommandHelp(
        "lines", "show the lines, which one is the default, and the numbers with a line of their own",
        details: "A line that is chosen for something and is not there has no label.", options: [.json])

    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        _ = try arguments.words()
        asJSON = arguments.has(.json)
    }

    func run(_ context: Context) async throws {
        let lines = try await Self.lines(of: context.daemon)
        if asJSON { return try context.print(json: lines) }
        var table = TextTable(["ID", "LABEL", "DEFAULT"])
        for line in lines { table.add([line.service.short, line.text, line.isDefault ? "yes" : ""]) }
        try context.print(table)
        let numbers = lines.flatMap { line in line.numbers.map { (number: $0, line: line) } }
        guard !numbers.isEmpty else { return }
        var remembered = TextTable(["NUMBER", "LINE"])
        for entry in numbers { remembered.add([entry.number.shortened, entry.line.text]) }
        try context.print([""])
        try context.print(remembered)
    }

    /// Those that are there, then those that are only chosen.
    private static func lines(of daemon: any Daemon) async throws -> [LineOutput] {
        let chosen = try await daemon.defaultLine()
        let remembered = try await daemon.rememberedLines()
        var labels: [(service: String, label: String)] = try await daemon.services().map { ($0.id, $0.label) }
        for service in [chosen].compactMap(\.self) + remembered.map(\.service)
        where !labels.contains(where: { $0.service == service }) {
            labels.append((service, ""))
        }
        return labels.map { service, label in
            LineOutput(
                service: service, label: label, isDefault: service == chosen,
                numbers: remembered.filter { $0.service == service }.map(\.number))
        }
    }
}

/// A line as the command line prints it.
struct LineOutput: Hashable, Sendable, PrintedAsJSON {
    var service: String
    /// Empty for one that is not there.
    var label: String
    var isDefault: Bool
    /// The numbers that are called on it, as they were remembered.
    var numbers: [String] = []

    var json: JSONValue {
        .object([
            "service": .text(service), "label": .text(label), "isDefault": .flag(isDefault), "numbers": .texts(numbers),
        ])
    }

    /// For a person.
    var text: String { label.isEmpty ? "(\(service.short) is not there)" : label.shortened }
}
