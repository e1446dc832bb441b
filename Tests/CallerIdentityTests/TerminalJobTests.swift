// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import CallerIdentity

@Suite("A terminal's job")
struct TerminalJobTests {
    @Test func `is read from what follows the program's name, whatever that is`() throws {
        let job = try #require(TerminalJob(stat: "42 (a ) R 1 2 3) S 7 100 90 34816 100 4194304 1 2 3"))
        #expect(job.parent == 7 && job.session == 90 && job.terminal == 34_816 && job.isInForeground)
        #expect(TerminalJob(stat: "42 (x) S 7 100 90 0 -1")?.terminal == 0)
        #expect(TerminalJob(stat: "42 (x) S 7 100 90 34816 99")?.isInForeground == false)
        for text in ["", "42", "42 (x)", "42 (x) S a b c d e", "42 (x) S 1 2"] {
            #expect(TerminalJob(stat: text) == nil)
        }
    }

    @Test func `without a terminal, or on one that nobody logged in on, asks nobody`() {
        #expect(LoginTerminals(requiresLogin: true).problem(of: 0) != nil)
        #expect(LoginTerminals(requiresLogin: true).problem(of: 1) != nil)
    }
}
