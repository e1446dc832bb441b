// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials
import Testing

@testable import Commands

@Suite("The JSON that scripts read")
struct JSONTests {
    @Test("a conversation has exactly the documented keys, also when it has not connected")
    func conversation() throws {
        #expect(
            try JSONText.line(Samples.conversation(connected: false).json) == """
                {"cause":null,"connectedAt":null,"direction":"outgoing",\
                "handles":[{"displayName":"","type":"phoneNumber","value":"5550100"}],"outcome":"open","phase":"active",\
                "reason":"","service":null,"startedAt":"2001-09-09T01:46:40Z","state":"joined","uuid":"AAAAAAAA-0000-4000-8000-000000000001",\
                "waitingTones":""}
                """)
    }

    @Test("a row of the history has exactly the documented keys")
    func history() throws {
        #expect(
            try JSONText.line(Samples.row().json) == """
                {"cause":null,"direction":"incoming","duration":61.5,\
                "handles":[{"displayName":"","type":"phoneNumber","value":"5550100"}],"isRead":false,\
                "outcome":"connected","reason":"","service":null,"startedAt":"2001-09-09T01:46:40Z",\
                "status":"connected","uuid":"AAAAAAAA-0000-4000-8000-000000000001"}
                """)
    }

    @Test(
        "has nothing in it that a terminal obeys, and means the same",
        arguments: ["\u{9B}2J", "\u{202E}x", "\u{E0041}", "\u{7F}"])
    func terminalControls(_ text: String) throws {
        for json in [try JSONText.line(text), try JSONText.document([text])] {
            #expect(json.unicodeScalars.allSatisfy { $0.isHarmless || $0 == "\n" })
        }
        #expect(try JSONDecoder().decode(String.self, from: Data(JSONText.line(text).utf8)) == text)
    }

    /// Every key there is: a new one is looked at beside the others.
    private static let vocabulary: Set<String> = [
        "act", "app", "backends", "backgroundModes", "bundleIdentifier", "cause", "connectedAt", "conversations",
        "date",
        "developerMode", "direction", "displayName", "duration", "emergencyProblem", "entitlements", "handles",
        "historyProblem", "isDefault", "isRead", "kind", "label", "lines", "name", "numbers", "outcome", "phase",
        "problem",
        "reason", "replaced", "role", "roles", "rolesProblem", "service", "session", "simulated", "since", "startedAt",
        "startsAtLogin", "state", "status", "target", "text", "type", "uuid", "value", "version", "waitingTones",
    ]

    @Test("all commands have one vocabulary")
    func everyKey() async throws {
        var world = ScriptedDaemon.World()
        world.status.backends = [.init(name: "a", trouble: "")]
        world.status.lines = [.init(label: "A", service: "", trouble: "")]
        world.services = [Samples.service()]
        world.apps = [
            AppInfo(bundleIdentifier: "org.example.a", displayName: "A", entitlements: [], backgroundModes: [])
        ]
        world.conversations = [Samples.conversation()]
        world.history = [Samples.row()]
        world.changes = [Samples.conversation(Samples.a, .ended, outcome: "connected")]
        world.messages = [MessageInfo(text: "", service: "")]
        world.audit = [AuditInfo(date: 0, app: "", act: "", target: "", outcome: "", reason: "")]
        var keys: Set<String> = []
        for command in [
            "status", "services", "lines", "apps", "roles", "calls", "history", "audit", "monitor", "dial 5550100",
            "dial --wait 5550100", "ussd *100#",
        ] {
            let run = await TypedCommand("\(command) --json", ScriptedDaemon(world))
            #expect(run.status == 0 || command == "monitor", "\(command): \(run.errors)")
            // A key is what stands in quotes before a colon.
            let words = run.output.replacing(" : ", with: ":").split(separator: "\"", omittingEmptySubsequences: false)
            for (word, next) in zip(words, words.dropFirst()) where next.first == ":" { keys.insert(String(word)) }
        }
        #expect(keys == Self.vocabulary)
    }

    @Test("what a conversation and its row have in common has one name")
    func vocabulary() throws {
        func keys(_ value: some PrintedAsJSON) throws -> Set<String> {
            let text = try JSONText.line(value.json)
            let keys = text.split(separator: "\"").enumerated().filter { $0.element.first == ":" }
            let words = text.split(separator: "\"").map(String.init)
            return Set(keys.map { words[$0.offset - 1] })
        }
        let shared: Set<String> = [
            "uuid", "direction", "handles", "service", "startedAt", "outcome", "cause", "reason",
        ]
        #expect(try keys(Samples.conversation()).isSuperset(of: shared))
        #expect(try keys(Samples.row()).isSuperset(of: shared))
        #expect(try keys(Samples.service()).contains("service"))
        #expect(try keys(LineOutput(service: Samples.a, label: "", isDefault: true)).contains("service"))
    }

    @Test("status has the roles, too")
    func status() async throws {
        var world = ScriptedDaemon.World()
        world.roles = [RoleInfo(role: "dialer", bundleIdentifier: "org.example.dialer", since: 0)]
        let run = await TypedCommand("status --json", ScriptedDaemon(world))
        #expect(run.output.contains("\"bundleIdentifier\" : \"org.example.dialer\""))
    }

    @Test("a service has a service and a label")
    func service() throws {
        #expect(
            try JSONText.line(Samples.service(Samples.a, "A/B").json)
                == #"{"label":"A/B","service":"AAAAAAAA-0000-4000-8000-000000000001"}"#)
    }

    @Test("an empty list is an empty array", arguments: ["services", "apps", "calls", "history"])
    func emptyList(_ name: String) async throws {
        let run = await TypedCommand("\(name) --json")
        #expect(try JSONDecoder().decode([Int].self, from: Data(run.output.utf8)) == [])
    }

    @Test("a message of the network has exactly the documented keys, and says what it is")
    func message() throws {
        #expect(
            try JSONText.line(MessageInfo(text: "A/B", service: Samples.a).json)
                == #"{"kind":"message","service":"AAAAAAAA-0000-4000-8000-000000000001","session":null,"text":"A/B"}"#)
        #expect(
            try JSONText.line(MessageInfo(text: "?", service: "", session: Samples.a).json)
                == #"{"kind":"message","service":null,"session":"AAAAAAAA-0000-4000-8000-000000000001","text":"?"}"#)
    }

    @Test("monitor prints each message of the network, also the same one again")
    func messages() async {
        var world = ScriptedDaemon.World()
        world.messages = [MessageInfo(text: "A", service: ""), MessageInfo(text: "A", service: "")]
        let run = await TypedCommand("monitor --json", ScriptedDaemon(world))
        #expect(run.output.split(separator: "\n").count == 2)
        #expect(run.asked == ["events conversations messages"])
    }

    @Test("monitor prints one object a line, and none twice")
    func monitor() async {
        var world = ScriptedDaemon.World()
        world.changes = [Samples.conversation(), Samples.conversation(), Samples.conversation(Samples.b, .ended)]
        let run = await TypedCommand("monitor --json", ScriptedDaemon(world))
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    }
}
