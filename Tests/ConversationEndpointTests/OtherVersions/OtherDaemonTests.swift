// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import DBus
import FoundationEssentials
import TestSupport
import Testing

@Suite("The client with a daemon of another version", .enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct OtherDaemonTests {
    private let id = PinnedDaemon.id

    private func run(
        _ age: Age, _ body: @escaping @Sendable (PinnedDaemon, ConversationClient) async throws -> Void
    ) async throws {
        let privateBus = try PrivateBus()
        let daemon = PinnedDaemon(age, on: try await privateBus.connect(.forTests))
        try await daemon.export()
        let client = ConversationClient(.address(privateBus.address), loop: .forTests)
        try await within { try await body(daemon, client) }
        await client.close()
        await daemon.bus.close()
    }

    /// What the daemon's copy of the contract is, against the copy that `make check` looks at.
    @Test func `is tried with the members that are pinned`() async throws {
        try await run(.yesterday) { daemon, _ in
            let introspect = MethodAddress(
                destination: ContractNames.bus, path: ContractNames.path,
                interface: "org.freedesktop.DBus.Introspectable", member: "Introspect")
            let bus = daemon.bus
            let served = try await bus.call(introspect, deadline: .seconds(20), returning: String.self)
            #expect(PinnedContract.lines(in: served) == PinnedContract.pinned)
        }
    }

    @Test(arguments: Age.allCases)
    func `reads what it tells when it is asked`(_ age: Age) async throws {
        try await run(age) { daemon, client in
            let service = ServiceInfo(id: id, label: "Line", details: age.details())
            #expect(try await client.services() == [service])
            #expect(try await client.conversations() == [Self.conversation(age)])
            #expect(
                try await client.conversations().first?.cause == EndCause(.init(rawValue: age.word("lost")), "pulled"))
            let first = try await client.history()
            #expect(first.rows == [Self.row(age)] && first.next == 9)
            #expect(first.rows.first?.cause?.kind.rawValue == age.word("noAnswer"))
            let last = try await client.nextHistoryPage(9)
            #expect(last.rows == [Self.row(age)] && last.next == nil)
            try await client.closeHistory(9)
            #expect(try await client.markRead([id]) == 1)
            #expect(try await client.deleteHistory([id]) == 1)
            #expect(try await client.roles() == [Self.role(age)])
            #expect(try await client.apps() == [Self.app(age)])
            #expect(try await client.registerApp(directory: "/") == Self.app(age))
            #expect(try await client.audit() == [Self.decision(age)])
            #expect(try await client.defaultLine() == id)
            #expect(
                try await client.rememberedLines()
                    == [RememberedLineInfo(number: "5550100", service: id, details: age.details())])
            let status = try await client.status()
            #expect(status.version == "0.0.1" && status.isInDeveloperMode && status.isSimulated && status.isReplaced)
            #expect(status.conversations == 7 && status.historyTrouble == "full" && status.emergencyTrouble == "none")
            #expect(status.backends == [StatusInfo.Backend(name: "Backend", trouble: "none", details: age.details())])
            #expect(
                status.lines == [
                    StatusInfo.Line(label: "Line", service: id, trouble: "none", details: age.details())
                ])
        }
    }

    @Test(arguments: Age.allCases)
    func `has it do everything`(_ age: Age) async throws {
        try await run(age) { daemon, client in
            #expect(try await client.startConversation(with: .number("+15550100"), service: id, recent: id) == id)
            #expect(try await client.openLink("tel:+15550100") == id)
            try await client.answer(id)
            try await client.end(id)
            try await client.playTones("1", in: id)
            try await client.continueTones(in: id)
            let reply = CodeReply(text: "1 or 2?", session: id)
            #expect(try await client.runCode("*100#", service: id) == reply)
            #expect(try await client.answerCode(id, "1") == reply)
            try await client.cancelCode(id)
            try await client.setRole("dialer", to: "org.example.app")
            try await client.requestRole("dialer")
            try await client.clearRole("dialer")
            try await client.setDefaultLine(nil)
            try await client.rememberLine(id, for: "5550100")
            try await client.simulate("incoming", ["number": .text("5550100"), "on": .flag(true)])
            try await client.answerPrompt(id, isAllowed: true, on: id)
            #expect(daemon.called.members.count == 16)
        }
    }

    @Test(arguments: Age.allCases)
    func `hears what it tells unasked`(_ age: Age) async throws {
        try await run(age) { daemon, client in
            let events = EventQueue(
                try await client.events(about: Set(ClientTopic.allCases), startsDaemon: false))
            let prompts = EventQueue(try await client.promptEvents(as: "graphical"))
            try await daemon.tellAll()
            let expected: [ClientEvent] = [
                .services([ServiceInfo(id: id, label: "Line", details: age.details())]),
                .conversation(Self.conversation(age)), .history, .roles([Self.role(age)]),
                .message(MessageInfo(text: "Balance", service: id, session: id, details: age.details())),
                .codeEnded(id),
            ]
            for event in expected { #expect(try await events.first { $0 == .daemonAppeared ? nil : $0 } == event) }
            let shown = try #require(await prompts.next())
            #expect(shown == .show(Self.prompt(age)))
            if case .show(let prompt) = shown { #expect(prompt.isUnderstood == (age == .yesterday)) }
            #expect(await prompts.next() == .dismiss(id))
        }
    }
}

// MARK: - What our types make of it

extension OtherDaemonTests {
    private static func handles(_ age: Age) -> [Handle] {
        [Handle(type: age == .tomorrow ? .generic : .phoneNumber, value: "+15550100", displayName: "Somebody")]
    }

    private static func conversation(_ age: Age) -> ConversationInfo {
        ConversationInfo(
            id: PinnedDaemon.id, state: age.word("joined"), phase: age.word("active"), direction: "incoming",
            handles: handles(age), service: PinnedDaemon.id, app: "org.example.app", started: 1, connected: 2,
            outcome: age.word("open"), waitingTones: "12",
            details: age.details(["cause": .string(age.word("lost")), "reason": "pulled"]))
    }

    private static func row(_ age: Age) -> HistoryEntry {
        HistoryEntry(
            id: PinnedDaemon.id, handles: handles(age), date: 1, duration: 2, outcome: age.word("missed"),
            direction: "incoming", isRead: true, service: PinnedDaemon.id,
            details: age.details(["cause": .string(age.word("noAnswer"))]))
    }

    private static func role(_ age: Age) -> RoleInfo {
        RoleInfo(role: age.word("dialer"), bundleIdentifier: "org.example.app", since: 3, details: age.details())
    }

    private static func app(_ age: Age) -> AppInfo {
        AppInfo(
            bundleIdentifier: "org.example.app", displayName: "App", entitlements: ["one", age.word("two")],
            backgroundModes: [age.word("voip")], details: age.details())
    }

    private static func decision(_ age: Age) -> AuditInfo {
        AuditInfo(
            date: 4, app: "org.example.app", act: age.word("start"), target: "••00", outcome: age.word("allowed"),
            reason: "why", details: age.details())
    }

    private static func prompt(_ age: Age) -> PromptInfo {
        PromptInfo(
            id: PinnedDaemon.id, act: age.word("call"), asker: "org.example.app", askerName: "App",
            subject: "+15550100", detail: "detail", previous: "before", line: "Line",
            choices: [ServiceInfo(id: PinnedDaemon.id, label: "Line", details: age.details())], details: age.details())
    }
}
