// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport

/// `dialtone agent` on a pseudo-terminal of script(1), whose keyboard is a pipe of the test's.
struct AgentTerminal {
    let agent: RunningProgram
    private let keyboard: Int32

    static let script = "/usr/bin/script"

    init(_ rig: DialtoneRig) async throws {
        let pipe = rig.folder.file("keyboard")
        mkfifo(pipe, 0o600)
        keyboard = open(pipe, O_RDWR | O_CLOEXEC)
        let command = "exec \(Self.script) -qfc '\(BuiltProgram.path("dialtone")) agent' /dev/null < \(pipe)"
        agent = try rig.start(["/bin/sh", "-c", command])
        try await agent.output.next("the agent") { $0.contains("Waiting for questions") }
    }

    /// Types an answer until it counts: in its first half second none does.
    func answer(_ word: String, until outcome: String) async throws {
        var isOver = false
        while !isOver {
            let line = try await agent.output.next("the question") { $0.contains("Allow?") || $0.contains(outcome) }
            isOver = line.contains(outcome)
            if !isOver { _ = "\(word)\n".withCString { write(keyboard, $0, strlen($0)) } }
        }
    }

    func close() {
        agent.kill()
        Glibc.close(keyboard)
    }
}
