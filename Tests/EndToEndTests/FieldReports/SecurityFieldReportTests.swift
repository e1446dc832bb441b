// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import DBus
import Glibc
import TestSupport
import Testing

/// What let pages, apps and other users call in somebody's name elsewhere, as it was reported.
@Suite(.serialized, .needsModemManager, .needsTerminal, .stage(.cinterion))
struct `In nobody's name but one's own` {
    /// Field report 62: https://arnowelzel.de/en/ugly-bug-in-android
    @Test func `ten links to a code in a row run nothing and ask nothing`() async throws {
        let stage = try Stage.current
        try await stage.expectNothingDialed {
            try await AgentTerminal.run(stage.rig) { terminal in
                let links = try (0..<10).map { _ in
                    try stage.rig.start([BuiltProgram.path("dialtone"), "open", "tel:*99%2A12%23"])
                }
                for link in links {
                    let ending = try await link.end()
                    #expect(ending.status == 4)
                    #expect(ending.errors.first?.contains("network code") == true, "\(ending.errors)")
                }
                #expect(terminal.questions.isEmpty)
            }
        }
    }

    /// Field report 62, with numbers: repeats are one question and not ten.
    @Test func `ten links to a number in a row are one question, and one no is for all`() async throws {
        let stage = try Stage.current
        let bus = try await stage.rig.bus.connect(stage.rig.loop)
        let responses = EventQueue(
            try await bus.signals(SignalMatch(interface: ContractNames.request, member: "Response")))
        try await stage.expectNothingDialed {
            try await AgentTerminal.run(stage.rig) { terminal in
                for index in 0..<10 {
                    try await Self.call("OpenLink", "link\(index)", "tel:5550100", [String: Variant](), on: bus)
                }
                try await terminal.question("A link asks to call 5550100.")
                try await terminal.decline()
                for _ in 0..<10 { try await Self.expectRefusal(in: responses) }
            }
        }
        await responses.stop()
        await bus.close()
    }

    private static func expectRefusal(in responses: EventQueue<SignalMessage>) async throws {
        let signal = try await within(.seconds(120), "a refusal") { await responses.next() }
        let (code, _) = try #require(signal).read(as: UInt32.self, [String: Variant].self)
        #expect(code == Response.declined)
    }

    /// Field report 63: https://github.com/signalapp/Signal-Android/issues/14727
    @Test func `another app's name in a message is nobody's: the caller is who is on the bus`() async throws {
        let stage = try Stage.current
        try await stage.rig.makeDialerDefault()
        try await stage.expectNothingDialed {
            try await AgentTerminal.run(stage.rig) { terminal in
                try await stage.rig.asStranger { _ in
                    let answer = Task { try await Self.startForged(stage.rig) }
                    // It is asked about, in its own name, though the default dialer would not be.
                    try await terminal.question("org.dialtone.tests (org.dialtone.tests) asks to call 5550100.")
                    answer.cancel()
                    _ = await answer.result
                    try await terminal.isNoLongerAsked()
                }
                var plain = AppManifest.stranger
                plain.entitlements = []
                try await stage.rig.asStranger(plain) { _ in
                    let error = try await Self.startForged(stage.rig)
                    #expect(error == ContractNames.errorPrefix + "NotEntitled")
                }
                #expect(terminal.questions.count == 1)
            }
        }
        try await stage.rig.ask("roles", "clear", "dialer")
    }

    /// Calls the method raw, claiming in every place there is to be the default dialer, and returns the error's name.
    private static func startForged(_ rig: DialtoneRig) async throws -> String? {
        let dialer = DialtoneRig.dialer.bundleIdentifier
        let bus = try await rig.bus.connect(rig.loop)
        // The name that it is activated by proves nothing.
        try await bus.requestName(dialer)
        let responses = try await bus.signals(SignalMatch(interface: ContractNames.request, member: "Response"))
        let options = Dictionary(
            uniqueKeysWithValues: ["app", "app-id", "app_id", "bundleIdentifier", "sender", "caller"].map {
                ($0, Variant.string(dialer))
            })
        try await call("StartConversation", "forged", Handle.number("5550100"), options, on: bus)
        let response = await withTaskCancellationHandler {
            await responses.first { _ in true }
        } onCancel: {
            rig.loop.post { bus.assumeIsolated { $0.close() } }
        }
        await bus.close()
        return try response?.read(as: UInt32.self, [String: Variant].self).1["error"]?.string
    }
}

extension `In nobody's name but one's own` {
    /// Calls a method of Telephony1 raw; returns when it has begun.
    fileprivate static func call<each Argument: DBusType>(
        _ member: String, _ arguments: repeat each Argument, on bus: Bus
    ) async throws {
        let method = MethodAddress(
            destination: DialtoneRig.busName, path: ContractNames.path, interface: ContractNames.telephony,
            member: member)
        _ = try await bus.call(method, repeat each arguments, deadline: .seconds(10), returning: ObjectPath.self)
    }
}

/// Field report 64: https://github.com/hadess/iio-sensor-proxy/issues/41
@Suite(.serialized, .needsDialtone)
struct `Another user of the computer` {
    static let isPossible =
        geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0 && access(sender, X_OK) == 0
    static let sender = "/usr/bin/dbus-send"
    static let asNobody = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    /// A method of ours, called by a program that has every right when it is the person's.
    static func call(
        _ rig: DialtoneRig, _ words: [String], as user: [String] = asNobody
    ) async throws -> RunningProgram.Ending {
        let head = [
            sender, "--bus=\(rig.bus.address)", "--print-reply", "--dest=\(DialtoneRig.busName)",
            ContractNames.path.rawValue,
        ]
        return try await rig.start(user + head + words).end()
    }

    @Test(.enabled(if: isPossible, "only root can become somebody else, with setpriv(1) and dbus-send(1)"))
    func `is nobody, even on a bus that lets everybody in`() async throws {
        try await DialtoneRig.run(on: .simulated("manual"), admitsEverybody: true) { rig in
            let app = AppManifest(
                "org.example.sender", executable: Self.sender, entitlements: AppManifest.commandLine.entitlements)
            try rig.install(app)
            try await rig.waitForLine()
            #expect(try await Self.call(rig, ["org.dialtone.Status1.Get"], as: []).status == 0)
            let calls = [
                ["org.dialtone.Status1.Get"], ["org.dialtone.Telephony1.ListServices"],
                ["org.dialtone.Conversations1.List"], ["org.dialtone.Roles1.Clear", "string:dialer"],
                ["org.dialtone.Prompts1.Unregister"], ["org.dialtone.Apps1.List"],
                ["org.dialtone.Codes1.Cancel", "string:7d3f0b5e-0000-4000-8000-000000000000"],
            ]
            for words in calls {
                let ending = try await Self.call(rig, words)
                #expect(ending.status != 0, "\(words)")
                #expect(ending.errors.joined().contains("org.dialtone.Error."), "\(ending.errors)")
            }
            let set = ["org.freedesktop.DBus.Properties.Set", "string:a", "string:b", "variant:string:c"]
            #expect(try await Self.call(rig, set).status != 0)
        }
    }
}
