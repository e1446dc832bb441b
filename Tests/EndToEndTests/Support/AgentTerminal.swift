// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

/// A person at `dialtone agent`, on a pseudo-terminal of script(1), whose keyboard is a pipe of the test's.
struct AgentTerminal: Sendable {
    let agent: RunningProgram
    private let keyboard: Keyboard

    static let script = "/usr/bin/script"

    init(_ rig: DialtoneRig) async throws {
        keyboard = try Keyboard(rig.folder)
        let command = "\(Self.script) -qfc '\(BuiltProgram.path("dialtone")) agent' /dev/null"
        agent = try rig.start(command, typingOn: keyboard)
        try await agent.output.next("the agent") { $0.contains("Waiting for questions") }
    }

    /// Runs a body with a person there.
    @discardableResult
    static func run<R>(_ rig: DialtoneRig, _ body: (AgentTerminal) async throws -> R) async throws -> R {
        let terminal = try await AgentTerminal(rig)
        defer { terminal.close() }
        return try await body(terminal)
    }

    /// Returns when the person has been asked in these words.
    @discardableResult
    func question(_ words: String) async throws -> String {
        try await agent.output.next("the question: \(words)") { $0.contains(words) }
    }

    /// Types an answer until it counts: in its first half second none does.
    func answer(_ word: String, until outcome: String) async throws {
        var isOver = false
        while !isOver {
            let line = try await agent.output.next("the question") { $0.contains("Allow?") || $0.contains(outcome) }
            isOver = line.contains(outcome)
            if !isOver { keyboard.type(word) }
        }
    }

    func allow() async throws { try await answer("y", until: "Allowed.") }

    func decline() async throws { try await answer("n", until: "Declined.") }

    /// Returns when the question went away by itself.
    func isNoLongerAsked() async throws {
        try await agent.output.next("the end of the question") { $0.contains("(This is no longer asked") }
    }

    /// All that was ever asked.
    var questions: [String] { agent.output.events.filter { $0.contains(" asks to ") } }

    /// The person closes the terminal, if it is still open.
    func close() {
        agent.kill()
        keyboard.close()
    }
}

extension Trait where Self == ConditionTrait {
    /// Without script(1) there is no terminal to ask on.
    static var needsTerminal: Self { .enabled(if: access(AgentTerminal.script, X_OK) == 0, "needs script(1)") }
}
