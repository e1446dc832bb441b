// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

/// The whole way of a link: the command, the daemon, the question on a terminal, the answer.
@Suite(.serialized, .needsDialtone, .needsTerminal)
struct `A link, asked about on a terminal,` {
    @Test func `is called after a yes`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let terminal = try await AgentTerminal(rig)
            defer { terminal.close() }
            let opening = try rig.start([BuiltProgram.path("dialtone"), "open", "tel:+1-555-0100,1"])
            try await terminal.question("A link asks to call +15550100,1.")
            try await terminal.allow()
            let ending = try await opening.end()
            #expect(ending.status == 0, "\(ending.errors)")
            #expect(try await rig.calls().count == 1)
        }
    }

    @Test func `that starts the daemon is asked about on the terminal that waited through its end`() async throws {
        try await DialtoneRig.run(on: .simulated("manual"), startsDaemon: false) { rig in
            try rig.makeActivatable()
            let terminal = try await AgentTerminal(rig)
            defer { terminal.close() }
            Glibc.kill(try #require(rig.activatedDaemons.last), SIGKILL)
            try await terminal.agent.output.next("the end of the daemon") { $0.contains("The daemon has gone") }
            let opening = try rig.start([BuiltProgram.path("dialtone"), "open", "tel:5550100"])
            try await terminal.allow()
            let ending = try await opening.end()
            #expect(ending.status == 0, "\(ending.errors)")
            #expect(rig.activatedDaemons.count == 2)
            #expect(try await rig.calls().count == 1)
        }
    }

    @Test func `is not called after a no, nor when nobody can be asked, and the audit says so`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let alone = try await rig.dialtone("open", "tel:5550100")
            #expect(alone.status == 4 && alone.complaints.count == 1)
            let terminal = try await AgentTerminal(rig)
            defer { terminal.close() }
            let opening = try rig.start([BuiltProgram.path("dialtone"), "open", "tel:5550100"])
            try await terminal.decline()
            #expect(try await opening.end().status == 4)
            #expect(try await rig.calls().isEmpty)
            #expect(try await rig.rows().isEmpty)
            let audit = try await rig.ask("audit", "--json")
            #expect(audit.contains("\"Declined\"") && audit.contains("\"PromptUnavailable\""))
            #expect(!audit.contains("5550100"))
        }
    }

    @Test func `needs a terminal to be asked about`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            // In a session of its own there is no controlling terminal, whoever runs the tests.
            let ending = try await rig.start(["/usr/bin/setsid", "-w", BuiltProgram.path("dialtone"), "agent"]).end()
            #expect(ending.status == 1)
            #expect(ending.errors.first?.contains("needs a terminal") == true, "\(ending.errors)")
        }
    }
}
