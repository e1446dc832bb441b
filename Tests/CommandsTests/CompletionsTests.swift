// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

@testable import Commands

@Suite("Completions")
struct CompletionsTests {
    /// What bash offers for a line, of which the last word is being typed.
    private func offered(_ words: String...) async throws -> [String] {
        let script = await TypedCommand("completions bash").output
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        let probe = """
            \(script)
            COMP_WORDS=(dialtone \(line)); COMP_CWORD=\(words.count); _dialtone; printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try await RunningProgram(["/bin/bash", "-c", probe]).end().output
    }

    @Test func `offer in bash what may come next`() async throws {
        #expect(try await offered("di") == ["dial"])
        #expect(try await offered("dial", "--w") == ["--wait"])
        #expect(try await offered("roles", "set", "d") == ["dialer"])
        #expect(try await offered("simulate", "cov") == ["coverage"])
        #expect(try await offered("simulate", "coverage", "o") == ["on", "off"])
        #expect(Set(try await offered("lines", "")).isSuperset(of: ["default", "remember", "forget", "--json"]))
        #expect(try await offered("history", "read", "--a") == ["--all"])
    }

    @Test(arguments: Shell.allCases)
    func `know every command and option`(_ shell: Shell) async {
        let script = await TypedCommand("completions \(shell.rawValue)").output
        for help in CommandTable.commands.map({ $0.help }) {
            #expect(help.path.allSatisfy(script.contains), "\(help.name)")
            #expect(help.allOptions.allSatisfy { script.contains($0.name.dropFirst(2)) }, "\(help.name)")
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zsh")))
    func `are taken by zsh`() async throws {
        let script = await TypedCommand("completions zsh").output
        #expect(try await RunningProgram(["/usr/bin/zsh", "-n", "-c", script]).end().status == 0)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/fish")))
    func `are taken by fish`() async throws {
        let script = await TypedCommand("completions fish").output
        #expect(try await RunningProgram(["/usr/bin/fish", "-n", "-c", script]).end().status == 0)
    }
}
