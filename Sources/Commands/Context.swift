// SPDX-License-Identifier: Apache-2.0

/// What a command works with.
struct Context: Sendable {
    var daemon: any Daemon
    var terminal: any Terminal
    var clock: LocalTime = LocalTime()
    /// Time that never jumps.
    var uptime: @Sendable () -> Duration = { .zero }
    /// How long a command is silent while it waits for somebody.
    var silence = Duration.seconds(2)

    /// Prints lines for a person.
    func print(_ lines: [String]) throws {
        for line in lines { try terminal.print(line) }
    }

    /// Prints a table for a person, as wide as the screen.
    func print(_ table: TextTable) throws { try print(table.lines(columns: terminal.columns)) }

    /// Prints one JSON document.
    func print(json value: JSONValue) throws { try terminal.print(JSONText.document(value)) }

    /// Prints one JSON document: an array.
    func print(json values: [some PrintedAsJSON]) throws { try print(json: .list(values.map(\.json))) }
}
