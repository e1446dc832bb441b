// SPDX-License-Identifier: Apache-2.0

@testable import Commands

/// One run of the command line.
struct TypedCommand {
    let status: Int32
    let output: String
    let errors: [String]
    let asked: [String]

    init(_ text: String, _ daemon: ScriptedDaemon = ScriptedDaemon(), readLimit: Int? = nil, columns: Int? = nil) async
    {
        let terminal = RecordingTerminal(readLimit: readLimit, columns: columns)
        let program = Dialtone.silent(terminal, daemon)
        status = await program.run(text.split(separator: " ").map(String.init))
        output = terminal.output.joined(separator: "\n")
        errors = terminal.errors
        asked = daemon.asked
    }
}

extension Dialtone {
    /// One that does not say how long it waits, however busy the machine is.
    static func silent(_ terminal: any Terminal, _ daemon: ScriptedDaemon) -> Dialtone {
        var program = Dialtone(terminal: terminal) { daemon }
        program.silence = .seconds(3600)
        return program
    }
}
