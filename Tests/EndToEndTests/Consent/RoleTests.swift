// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// How an app becomes the default dialer, and ceases to be.
@Suite(.serialized, .needsDialtone)
struct `The role of the default dialer` {
    static let app = AppManifest.stranger

    static func run(_ body: (DialtoneRig) async throws -> Void) async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            try rig.install(.articleDialer)
            try await rig.waitForLine()
            try await body(rig)
        }
    }

    static func holder(_ rig: DialtoneRig) async throws -> PrintedRole? {
        try [PrintedRole](printed: try await rig.ask("roles", "--json")).first { $0.role == "dialer" }
    }

    /// Returns when nobody holds it: the daemon is told of a manifest that went, and tells nobody in turn.
    static func waitUntilEmpty(_ rig: DialtoneRig) async throws {
        for _ in 0..<200 {
            if try await holder(rig)?.bundleIdentifier == nil { return }
            try await pause()
        }
        Issue.record("the role is still held")
    }

    @Test(.needsTerminal) func `is given to an app that asks for it after a yes, and since then is shown`()
        async throws
    {
        try await Self.run { rig in
            let before = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
            try await AgentTerminal.run(rig) { terminal in
                try await rig.asStranger { client in
                    async let granted: Void = client.requestRole("dialer")
                    let name = Self.app.bundleIdentifier
                    let app = "\(name) (\(name))"
                    try await terminal.question("\(app) asks to make \(app) the default dialer app.")
                    #expect(try await Self.holder(rig)?.bundleIdentifier == nil)
                    try await terminal.allow()
                    try await granted
                    let role = try #require(try await Self.holder(rig))
                    #expect(role.bundleIdentifier == name)
                    let since = try #require(role.since)
                    #expect(since >= before && since <= Date())
                    let printed = try await rig.ask("roles")
                    #expect(printed.contains(name))
                }
            }
        }
    }

    @Test(.needsTerminal) func `stays with who has it after a no`() async throws {
        try await Self.run { rig in
            try await rig.makeDialerDefault()
            try await AgentTerminal.run(rig) { terminal in
                try await rig.asStranger { client in
                    let asking = Task { try await client.requestRole("dialer") }
                    let question = try await terminal.question("the default dialer app")
                    #expect(question.contains("in place of \(DialtoneRig.dialer.bundleIdentifier)"), "\(question)")
                    try await terminal.decline()
                    await #expect { try await asking.value } throws: { ($0 as? TelephonyError)?.code == .declined }
                }
            }
            #expect(try await Self.holder(rig)?.bundleIdentifier == DialtoneRig.dialer.bundleIdentifier)
        }
    }

    @Test func `is empty once its holder's manifest is removed, and the history closed to it`() async throws {
        try await Self.run { rig in
            try await rig.asStranger { client in
                try await rig.ask("roles", "set", "dialer", Self.app.bundleIdentifier)
                #expect(try await client.history().rows.isEmpty)
                try rig.folder.removeItem("\(DialtoneRig.apps)/\(Self.app.bundleIdentifier)")
                try await Self.waitUntilEmpty(rig)
                await #expect { try await client.history() } throws: { ($0 as? TelephonyError)?.code == .unknownApp }
                // Installed anew it is an app like any other.
                try rig.install(Self.app)
                let again = rig.client()
                await #expect { try await again.history() } throws: {
                    ($0 as? TelephonyError)?.code == .notDefaultDialer
                }
                await again.close()
                #expect(try await Self.holder(rig)?.bundleIdentifier == nil)
            }
        }
    }

    /// Somebody else's program that is installed under the identifier of the default dialer.
    @Test(arguments: [false, true]) func `is not another program's under its name`(_ restarts: Bool) async throws {
        try await Self.run { rig in
            let app = AppManifest("org.example.taken", entitlements: ["com.apple.developer.dialing-app"])
            let one = try await rig.caller("one", as: app)
            try await rig.ask("roles", "set", "dialer", app.bundleIdentifier)
            #expect(try await one.start().error == nil)
            try await rig.ask("hangup")
            try await rig.waitForNoConversations()
            if restarts {
                try rig.daemon.signal(SIGTERM)
                try await rig.daemon.end()
            }
            try rig.folder.removeItem("\(DialtoneRig.apps)/\(app.bundleIdentifier)")
            let two = try await rig.caller("two", as: app)
            if restarts { try await rig.startDaemon() }
            #expect(try await two.start().code == "PromptUnavailable")
            #expect(try await two.outcome(of: .to("History1", "Subscribe")).error == nil)
            var query = RawMessage.to("History1", "Query")
            query.body.signature = "sua{sv}"
            query.body.append(text: "")
            query.body.append(UInt32(0))
            query.body.appendNoOptions()
            #expect(try await two.outcome(of: query).code == "NotDefaultDialer")
            try await Self.waitUntilEmpty(rig)
        }
    }

    @Test func `goes to another app without a word to the conversation that is up`() async throws {
        try await Self.run { rig in
            try await rig.makeDialerDefault()
            #expect(try await rig.startDialer("dial", "+15550100").end().status == 0)
            try await rig.play(#"{"do":"answer"}"#)
            let id = try await rig.waitForState("joined")
            try rig.install(.stranger)
            try await rig.ask("roles", "set", "dialer", Self.app.bundleIdentifier)
            try await rig.ask("roles", "clear", "dialer")
            #expect(try await rig.calls().map(\.state) == ["joined"])
            try await rig.ask("hangup", id.uuidString)
            try rig.install(.tests)
            try await rig.waitForNoConversations()
            #expect(try await rig.row(id).status == "connected")
        }
    }

    /// Field report 65: the default dialer was uninstalled in mid-call; something has to be left that shows the call
    /// and hangs up. https://github.com/GrapheneOS/os-issue-tracker/issues/5287
    @Test func `can go with its app in mid-call: the call is still shown, and can be hung up`() async throws {
        try await Self.run { rig in
            try await rig.makeDialerDefault()
            #expect(try await rig.startDialer("dial", "+15550100").end().status == 0)
            try await rig.play(#"{"do":"answer"}"#)
            let id = try await rig.waitForState("joined")
            try rig.folder.removeItem("\(DialtoneRig.apps)/\(DialtoneRig.dialer.bundleIdentifier)")
            try await Self.waitUntilEmpty(rig)
            #expect(try await rig.calls().map(\.state) == ["joined"])
            try await rig.ask("hangup")
            try await rig.waitForNoConversations()
            #expect(try await rig.row(id).status == "connected")
            try await rig.play(#"{"do":"incoming","from":"+15550105"}"#)
            _ = try await rig.waitForState("idle")
        }
    }
}
