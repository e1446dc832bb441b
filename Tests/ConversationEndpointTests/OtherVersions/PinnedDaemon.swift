// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import DBus
import Synchronization

/// A daemon of another version, which answers everything with made-up values.
struct PinnedDaemon: Sendable {
    typealias Options = [String: Variant]

    static let id = "6F9619FF-8B86-D011-B42D-00C04FC964FF"
    let age: Age
    let bus: Bus
    let requests: Requests
    /// What was called.
    let called = CalledMembers()

    init(_ age: Age, on bus: Bus) {
        self.age = age
        self.bus = bus
        requests = Requests(bus: bus, base: ContractNames.path, interface: ContractNames.request)
    }

    func export() async throws {
        for interface in [
            telephony, conversations, codes, history, roles, prompts, lines, apps, audit, status, simulation,
        ] {
            try await bus.export(interface, at: ContractNames.path)
        }
        try await bus.requestName(ContractNames.bus)
    }

    // MARK: - What it tells

    var service: Pinned.Service { Pinned.Service(id: Self.id, label: "Line", details: age.details()) }
    private var handle: Pinned.Handle {
        Pinned.Handle(kind: age == .tomorrow ? 99 : 1, value: "+15550100", name: "Somebody")
    }
    var conversation: Pinned.Conversation {
        Pinned.Conversation(
            id: Self.id, state: age.word("joined"), phase: age.word("active"), direction: "incoming", handles: [handle],
            service: Self.id, app: "org.example.app", started: 1, connected: 2, outcome: age.word("open"), tones: "12",
            details: age.details(["cause": .string(age.word("lost")), "reason": "pulled"]))
    }
    var row: Pinned.Row {
        Pinned.Row(
            id: Self.id, handles: [handle], date: 1, duration: 2, outcome: age.word("missed"), direction: "incoming",
            isRead: true, service: Self.id, details: age.details(["cause": .string(age.word("noAnswer"))]))
    }
    var role: Pinned.Role {
        Pinned.Role(role: age.word("dialer"), app: "org.example.app", since: 3, details: age.details())
    }
    var app: Pinned.App {
        Pinned.App(
            id: "org.example.app", name: "App", entitlements: ["one", age.word("two")], modes: [age.word("voip")],
            details: age.details())
    }
    var decision: Pinned.Decision {
        Pinned.Decision(
            date: 4, app: "org.example.app", act: age.word("start"), target: "••00", outcome: age.word("allowed"),
            why: "why", details: age.details())
    }
    var prompt: Pinned.Prompt {
        Pinned.Prompt(
            id: Self.id, act: age.word("call"), asker: "org.example.app", askerName: "App", subject: "+15550100",
            detail: "detail", previous: "before", line: "Line", choices: [service], details: age.details())
    }
    var line: Pinned.Line { Pinned.Line(label: "Line", service: Self.id, trouble: "none", details: age.details()) }
    private var facts: Options {
        age.details([
            "version": "0.0.1", "developerMode": true, "simulated": true, "conversations": .uint32(7),
            "history": "full",
            "emergency": "none", "replaced": true,
        ])
    }

    /// Tells everybody everything; and first what nobody listens to.
    func tellAll() async throws {
        if age == .tomorrow {
            for interface in [ContractNames.prompts, ContractNames.codes, ContractNames.conversations] {
                try await emit(interface, "FromTheFuture", "odd")
            }
        }
        try await emit(ContractNames.telephony, "ServicesChanged", [service])
        try await emit(ContractNames.conversations, "Changed", conversation)
        try await emit(ContractNames.history, "Changed", age.details())
        try await emit(ContractNames.roles, "Changed", [role])
        try await emit(ContractNames.codes, "Message", Self.id, "Balance", Self.id, age.details())
        try await emit(ContractNames.codes, "SessionEnded", Self.id, age.details())
        try await emit(ContractNames.prompts, "Show", prompt)
        try await emit(ContractNames.prompts, "Dismiss", Self.id, age.details())
    }

    private func emit<each Argument: DBusType>(
        _ interface: String, _ member: String, _ arguments: repeat each Argument
    ) async throws {
        let signal = SignalAddress(path: ContractNames.path, interface: interface, member: member)
        // By name, as every daemon does.
        try await bus.emit(signal, repeat each arguments, toEach: called.callers)
    }

    private func request(_ call: CallContext, _ token: String, _ results: Options) async throws -> ObjectPath {
        called.note(call)
        return try await requests.begin(for: call, token: token) {
            Response(code: Response.succeeded, results: results)
        }
    }
}

/// Which members were called.
final class CalledMembers: Sendable {
    private let names = Mutex<Set<String>>([])
    private let senders = Mutex<Set<String>>([])

    func note(_ call: CallContext) {
        names.withLock { _ = $0.insert("\(call.interface) \(call.member)") }
        senders.withLock { if let sender = call.sender { $0.insert(sender) } }
    }

    /// The connections that called.
    var callers: [String] { Array(senders.withLock(\.self)) }
    var members: Set<String> { names.withLock(\.self) }
}

// MARK: - What it serves

extension PinnedDaemon {
    private var telephony: Interface {
        Interface(
            ContractNames.telephony,
            methods: [
                Method("ListServices", results: ["services"]) { (call: CallContext) -> [Pinned.Service] in
                    called.note(call)
                    return [service]
                },
                Method("StartConversation", arguments: ["token", "handle", "options"], results: ["request"]) {
                    (call: CallContext, token: String, _: Pinned.Handle, _: Options) async throws -> ObjectPath in
                    try await request(call, token, age.details(["conversation": .string(Self.id)]))
                },
                Method("OpenLink", arguments: ["token", "link", "options"], results: ["request"]) {
                    (call: CallContext, token: String, _: String, _: Options) async throws -> ObjectPath in
                    try await request(call, token, age.details(["conversation": .string(Self.id)]))
                },
                Method("Subscribe") { (call: CallContext) in called.note(call) },
            ],
            signals: [SignalDeclaration("ServicesChanged", arguments: ["services"], [Pinned.Service].self)])
    }

    private var conversations: Interface {
        Interface(
            ContractNames.conversations,
            methods: [
                Method("List", results: ["conversations"]) { (call: CallContext) -> [Pinned.Conversation] in
                    called.note(call)
                    return [conversation]
                },
                Method("Answer", arguments: ["conversation", "options"]) {
                    (call: CallContext, _: String, _: Options) in called.note(call)
                },
                Method("End", arguments: ["conversation", "options"]) {
                    (call: CallContext, _: String, _: Options) in called.note(call)
                },
                Method("PlayTones", arguments: ["conversation", "tones", "options"]) {
                    (call: CallContext, _: String, _: String, _: Options) in called.note(call)
                },
                Method("ContinueTones", arguments: ["conversation"]) { (call: CallContext, _: String) in
                    called.note(call)
                },
                Method("Subscribe") { (call: CallContext) in called.note(call) },
            ],
            signals: [SignalDeclaration("Changed", arguments: ["conversation"], Pinned.Conversation.self)])
    }

    private var codes: Interface {
        let reply: Options = ["text": "1 or 2?", "wantsAnswer": true, "session": .string(Self.id)]
        return Interface(
            ContractNames.codes,
            methods: [
                Method("Run", arguments: ["token", "code", "options"], results: ["request"]) {
                    (call: CallContext, token: String, _: String, _: Options) async throws -> ObjectPath in
                    try await request(call, token, age.details(reply))
                },
                Method("Answer", arguments: ["token", "session", "text", "options"], results: ["request"]) {
                    (call: CallContext, token: String, _: String, _: String, _: Options) async throws -> ObjectPath in
                    try await request(call, token, age.details(reply))
                },
                Method("Cancel", arguments: ["session"]) { (call: CallContext, _: String) in called.note(call) },
                Method("Subscribe") { (call: CallContext) in called.note(call) },
            ],
            signals: [
                SignalDeclaration(
                    "Message", arguments: ["service", "text", "session", "details"], String.self, String.self,
                    String.self, Options.self),
                SignalDeclaration("SessionEnded", arguments: ["session", "details"], String.self, Options.self),
            ])
    }

    private var history: Interface {
        Interface(
            ContractNames.history,
            methods: [
                Method(
                    "Query", arguments: ["expression", "limit", "options"], results: ["cursor", "rows", "details"]
                ) { (call: CallContext, _: String, _: UInt32, _: Options) -> (UInt32, [Pinned.Row], Options) in
                    called.note(call)
                    return (9, [row], age.details())
                },
                Method("Next", arguments: ["cursor"], results: ["next", "rows", "details"]) {
                    (call: CallContext, _: UInt32) -> (UInt32, [Pinned.Row], Options) in
                    called.note(call)
                    return (0, [row], age.details())
                },
                Method("Close", arguments: ["cursor"]) { (call: CallContext, _: UInt32) in called.note(call) },
                Method("MarkRead", arguments: ["rows"], results: ["changed"]) {
                    (call: CallContext, _: [String]) -> UInt32 in
                    called.note(call)
                    return 1
                },
                Method("Delete", arguments: ["rows"], results: ["deleted"]) {
                    (call: CallContext, _: [String]) -> UInt32 in
                    called.note(call)
                    return 1
                },
                Method("Subscribe") { (call: CallContext) in called.note(call) },
            ],
            signals: [SignalDeclaration("Changed", arguments: ["details"], Options.self)])
    }

    private var roles: Interface {
        Interface(
            ContractNames.roles,
            methods: [
                Method("List", results: ["roles"]) { (call: CallContext) -> [Pinned.Role] in
                    called.note(call)
                    return [role]
                },
                Method("Set", arguments: ["token", "role", "app", "options"], results: ["request"]) {
                    (call: CallContext, token: String, _: String, _: String, _: Options) async throws -> ObjectPath in
                    try await request(call, token, age.details())
                },
                Method("Request", arguments: ["token", "role", "options"], results: ["request"]) {
                    (call: CallContext, token: String, _: String, _: Options) async throws -> ObjectPath in
                    try await request(call, token, age.details())
                },
                Method("Clear", arguments: ["role"]) { (call: CallContext, _: String) in called.note(call) },
                Method("Subscribe") { (call: CallContext) in called.note(call) },
            ],
            signals: [SignalDeclaration("Changed", arguments: ["roles"], [Pinned.Role].self)])
    }

    private var prompts: Interface {
        Interface(
            ContractNames.prompts,
            methods: [
                Method("Register", arguments: ["kind", "options"]) { (call: CallContext, _: String, _: Options) in
                    called.note(call)
                },
                Method("Unregister") { (call: CallContext) in called.note(call) },
                Method("Answer", arguments: ["prompt", "allow", "line", "options"]) {
                    (call: CallContext, _: String, _: Bool, _: String, _: Options) in called.note(call)
                },
            ],
            signals: [
                SignalDeclaration("Show", arguments: ["prompt"], Pinned.Prompt.self),
                SignalDeclaration("Dismiss", arguments: ["prompt", "details"], String.self, Options.self),
            ])
    }

    private var lines: Interface {
        Interface(
            ContractNames.lines,
            methods: [
                Method("Default", results: ["service"]) { (call: CallContext) -> String in
                    called.note(call)
                    return Self.id
                },
                Method("SetDefault", arguments: ["service"]) { (call: CallContext, _: String) in called.note(call) },
                Method("Remembered", results: ["lines"]) { (call: CallContext) -> [Pinned.Service] in
                    called.note(call)
                    return [Pinned.Service(id: "5550100", label: Self.id, details: age.details())]
                },
                Method("Remember", arguments: ["number", "service", "options"]) {
                    (call: CallContext, _: String, _: String, _: Options) in called.note(call)
                },
            ])
    }

    private var apps: Interface {
        Interface(
            ContractNames.apps,
            methods: [
                Method("List", results: ["apps"]) { (call: CallContext) -> [Pinned.App] in
                    called.note(call)
                    return [app]
                },
                Method("Register", arguments: ["directory"], results: ["app"]) {
                    (call: CallContext, _: String) -> Pinned.App in
                    called.note(call)
                    return app
                },
            ])
    }

    private var audit: Interface {
        Interface(
            ContractNames.audit,
            methods: [
                Method("List", results: ["decisions"]) { (call: CallContext) -> [Pinned.Decision] in
                    called.note(call)
                    return [decision]
                }
            ])
    }

    private var status: Interface {
        Interface(
            ContractNames.status,
            methods: [
                Method("Get", results: ["facts", "backends", "lines"]) {
                    (call: CallContext) -> (Options, [Pinned.Service], [Pinned.Line]) in
                    called.note(call)
                    return (facts, [Pinned.Service(id: "Backend", label: "none", details: age.details())], [line])
                }
            ])
    }

    private var simulation: Interface {
        Interface(
            ContractNames.simulation,
            methods: [
                Method("Perform", arguments: ["command", "arguments"]) { (call: CallContext, _: String, _: Options) in
                    called.note(call)
                }
            ])
    }
}
