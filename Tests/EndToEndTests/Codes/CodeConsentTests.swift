// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import TestSupport
import Testing

/// A code that another app than the default dialer wants to run: the person reads what it does first.
@Suite(.serialized, .needsModemManager, .needsTerminal, .stage(.cinterion))
struct `A network code of an app that is not the default dialer` {
    /// A code, as it is shown, what it is said to do, and digits that must not be shown.
    struct Wish: Sendable, CustomTestStringConvertible {
        var code: String
        var shown: String
        var means: String
        var secrets: [String] = []

        var testDescription: String { code }
    }

    static let wishes = [
        Wish(code: "*100#", shown: "*100#", means: "Sends a code to the network, which alone knows"),
        Wish(code: "**21*+15550105#", shown: "**21*+15550105#", means: "Forwards all calls to +15550105"),
        Wish(code: "*33*7391#", shown: "*33*••••#", means: "Bars all outgoing calls", secrets: ["7391"]),
        Wish(
            code: "**04*7391*2846*2846#", shown: "**04*••••*••••*••••#", means: "Changes the PIN of the SIM",
            secrets: ["7391", "2846"]),
        Wish(code: "*31#", shown: "*31#", means: "Hides your number from everyone you call"),
        Wish(code: "*#06#", shown: "*#06#", means: "Shows this device's serial number (IMEI)"),
    ]

    /// Runs a code as another app, and lets a person read the question.
    static func ask(
        _ code: String, _ body: (Stage, AgentTerminal, Task<String, any Error>) async throws -> Void
    ) async throws {
        let stage = try Stage.current
        try await AgentTerminal.run(stage.rig) { terminal in
            try await stage.rig.asStranger { client in
                let wish = Task { try await client.runCode(code).text }
                defer { wish.cancel() }
                try await body(stage, terminal, wish)
            }
        }
    }

    @Test(arguments: wishes)
    func `is shown with what it does and without its secrets, and given up by who asked it runs never`(
        _ wish: Wish
    ) async throws {
        try await Stage.current.expectNothingDialed {
            try await Self.ask(wish.code) { stage, terminal, running in
                let line = try await terminal.question("asks to run the network code")
                #expect(line.contains("org.dialtone.tests (org.dialtone.tests)"), "\(line)")
                #expect(line.contains("network code \(wish.shown)") && line.contains(wish.means), "\(line)")
                for secret in wish.secrets { #expect(!line.contains(secret), "\(line)") }
                running.cancel()
                try await terminal.isNoLongerAsked()
            }
        }
        let stage = try Stage.current
        #expect(stage.commands("AT+CPWD").isEmpty && stage.commands("AT+CLCK").allSatisfy { !$0.contains("7391") })
        let audit = try await stage.rig.ask("audit", "--json")
        for secret in wish.secrets { #expect(!audit.contains(secret)) }
    }

    @Test func `runs after a yes`() async throws {
        try await Self.ask("*100#") { _, terminal, running in
            try await terminal.question("asks to run the network code *100#")
            try await terminal.allow()
            #expect(try await running.value == "Balance: 5.00")
        }
    }

    @Test func `does not run after a no`() async throws {
        try await Stage.current.expectNothingDialed {
            try await Self.ask("*100#") { _, terminal, running in
                try await terminal.question("asks to run the network code *100#")
                try await terminal.decline()
                await #expect { try await running.value } throws: { ($0 as? TelephonyError)?.code == .declined }
            }
        }
    }

    @Test func `is asked about by nobody when the app may not even dial`() async throws {
        let stage = try Stage.current
        var plain = AppManifest.stranger
        plain.entitlements = []
        try await stage.expectNothingDialed {
            try await AgentTerminal.run(stage.rig) { terminal in
                try await stage.rig.asStranger(plain) { client in
                    await #expect { try await client.runCode("*100#") } throws: {
                        ($0 as? TelephonyError)?.code == .notEntitled
                    }
                }
                #expect(terminal.questions.isEmpty)
            }
        }
    }

    @Test func `runs unasked once the app is the default dialer`() async throws {
        let stage = try Stage.current
        try await AgentTerminal.run(stage.rig) { terminal in
            try await stage.rig.asStranger { client in
                try await stage.rig.ask("roles", "set", "dialer", AppManifest.stranger.bundleIdentifier)
                #expect(try await client.runCode("*100#").text == "Balance: 5.00")
                try await stage.rig.ask("roles", "clear", "dialer")
            }
            #expect(terminal.questions.isEmpty)
        }
    }
}
