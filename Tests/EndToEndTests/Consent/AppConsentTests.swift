// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// A third party's program that wants to call, a person at a terminal, and the real modem.
@Suite(.serialized, .needsModemManager, .needsTerminal, .stage(.cinterion))
struct `A conversation of an app that is not the default dialer` {
    static let name = DialtoneRig.dialer.bundleIdentifier

    /// Lets the article's app ask for a call, with a person there; returns when the person reads the question.
    static func ask(
        _ body: (Stage, AgentTerminal, RunningProgram) async throws -> Void
    ) async throws {
        let stage = try Stage.current
        try await AgentTerminal.run(stage.rig) { terminal in
            let app = try stage.rig.startDialer("dial", "+1 555 0100,1")
            try await terminal.question("\(name) (\(name)) asks to call +15550100,1.")
            try await body(stage, terminal, app)
        }
    }

    @Test func `is dialed after a yes`() async throws {
        try await Self.ask { stage, terminal, app in
            #expect(stage.commands("ATD").isEmpty)
            try await terminal.allow()
            let ending = try await app.end()
            #expect(ending.status == 0, "\(ending.errors)")
            #expect(stage.commands("ATD").last?.contains(#""ATD+15550100;"#) == true)
            try await stage.hangUp()
        }
    }

    @Test func `is not dialed after a no, and the app is told`() async throws {
        try await Stage.current.expectNothingDialed {
            try await Self.ask { stage, terminal, app in
                try await terminal.decline()
                let ending = try await app.end()
                #expect(ending.status == 1)
                #expect(ending.errors.last?.contains("did not allow") == true, "\(ending.errors)")
            }
        }
        let audit = try [PrintedDecision](printed: try await Stage.current.rig.ask("audit", "--json"))
        #expect(audit.first?.outcome == "Declined" && audit.first?.app == Self.name && audit.first?.target == "••00")
    }

    @Test func `is no longer asked about once the app was killed, and is not dialed`() async throws {
        try await Stage.current.expectNothingDialed {
            try await Self.ask { _, terminal, app in
                app.kill()
                try await terminal.isNoLongerAsked()
            }
        }
    }

    @Test func `is refused when the terminal goes while the person is asked`() async throws {
        try await Stage.current.expectNothingDialed {
            try await Self.ask { _, terminal, app in
                terminal.agent.kill()
                let ending = try await app.end()
                #expect(ending.status == 1)
                #expect(ending.errors.last?.contains("nothing is there to ask with") == true, "\(ending.errors)")
            }
        }
    }

    @Test func `is asked about anew on the terminal that is left when the one that asked goes`() async throws {
        let stage = try Stage.current
        try await stage.expectNothingDialed {
            try await AgentTerminal.run(stage.rig) { first in
                try await Self.ask { _, second, app in
                    #expect(first.questions.isEmpty)
                    second.agent.kill()
                    try await first.question("asks to call +15550100,1.")
                    app.kill()
                    try await first.isNoLongerAsked()
                }
            }
        }
    }

    @Test func `is not asked about when the app is the default dialer`() async throws {
        let stage = try Stage.current
        try await AgentTerminal.run(stage.rig) { terminal in
            try await stage.rig.makeDialerDefault()
            let ending = try await stage.rig.startDialer("dial", "+15550100").end()
            #expect(ending.status == 0, "\(ending.errors)")
            try await stage.tail.next("the dialing") { $0.contains(#""ATD+15550100;"#) }
            #expect(terminal.questions.isEmpty)
            try await stage.hangUp()
            try await stage.rig.ask("roles", "clear", "dialer")
        }
    }
}
