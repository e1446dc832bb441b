// SPDX-License-Identifier: Apache-2.0
import DBus
import Synchronization
import TestSupport

@testable import ModemManagerBackend

/// An `org.freedesktop.ModemManager1` that does what a test says, for what the real one cannot be brought to.
final class ScriptedModemManager: Sendable {
    static let modem: ObjectPath = "/org/freedesktop/ModemManager1/Modem/0"
    static let sim: ObjectPath = "/org/freedesktop/ModemManager1/SIM/0"

    typealias Script = @Sendable () async throws -> Void

    private struct State {
        var scripts: [String: Script] = [:]
        var count = 0
        var states: [ObjectPath: Int32] = [:]
        var ussd: (text: String, state: UInt32) = ("", 1)
        var request = ""
        var isReadable = true
        /// Readings that work all the same.
        var spared = 0
    }

    let bus: Bus
    /// The methods that were called, as they came, with what names the object.
    let calls = EventLog<String>()
    private let note: AsyncStream<String>.Continuation
    let stream: AsyncStream<String>
    private let state = Mutex(State())

    init(on privateBus: PrivateBus, loop: EventLoop) async throws {
        bus = try Bus(.address(privateBus.address), loop: loop)
        (stream, note) = AsyncStream.makeStream()
        try await export()
        await bus.start()
        try await bus.requestName(Name.service)
    }

    /// What a method does before it answers, from now on.
    func script(_ member: String, _ script: @escaping Script) { state.withLock { $0.scripts[member] = script } }

    func fail(_ member: String, _ error: String) { script(member) { throw DBusError(error, "scripted") } }

    func tellState(_ call: ObjectPath, _ value: Int32, reason: UInt32 = 0) async throws {
        let old = state.withLock { state in
            defer { state.states[call] = value }
            return state.states[call] ?? 0
        }
        try await bus.emit(
            SignalAddress(path: call, interface: Name.call, member: "StateChanged"), old, value, reason)
    }

    /// Whether the properties of SIM and calls can be read.
    func setReadable(_ isReadable: Bool, sparing readings: Int = 0) {
        state.withLock { ($0.isReadable, $0.spared) = (isReadable, readings) }
    }

    private func read<T>(_ value: T) throws -> T {
        let isReadable = state.withLock { state in
            defer { state.spared -= 1 }
            return state.isReadable || state.spared > 0
        }
        guard isReadable else {
            note.yield("unread")
            throw DBusError("org.freedesktop.DBus.Error.Failed", "scripted")
        }
        return value
    }

    /// An incoming call in a state.
    func addCall(
        state value: Int32, number: String = "+15550123", isReadable: Bool = true
    ) async throws -> ObjectPath {
        let path = try await makeCall(direction: 1, number: number, state: value)
        setReadable(isReadable)
        try await bus.emit(SignalAddress(path: Self.modem, interface: Name.voice, member: "CallAdded"), path)
        return path
    }

    private func perform(_ call: CallContext) async throws {
        note.yield("\(call.member) \(call.path.rawValue.split(separator: "/").suffix(2).joined(separator: "/"))")
        if let script = state.withLock({ $0.scripts[call.member] }) { try await script() }
    }

    private func export() async throws {
        try await bus.exportObjectManager(at: Name.root)
        try await bus.export(
            Interface(Name.manager, properties: [Property("Version", .constant) { "0" }]), at: Name.root)
        let modem = Interface(
            Name.modem,
            properties: [
                Property("State") { Int32(8) }, Property("Model") { "Scripted" },
                Property("Sim") { Self.sim }, Property("Novelty") { Int32(99) },
            ])
        try await bus.export(modem, at: Self.modem)
        try await bus.export(
            Interface(Name.modem3GPP, properties: [Property("RegistrationState") { UInt32(1) }]), at: Self.modem)
        try await bus.export(voice(), at: Self.modem)
        try await bus.export(ussd(), at: Self.modem)
        try await bus.export(
            Interface(Name.sim, properties: [Property("SimIdentifier") { try self.read("8988211") }]), at: Self.sim)
    }

    private func voice() -> Interface {
        Interface(
            Name.voice,
            methods: [
                Method("CreateCall") { (call: CallContext, properties: [String: Variant]) async throws -> ObjectPath in
                    try await self.perform(call)
                    return try await self.makeCall(
                        direction: 2, number: properties["number"]?.string ?? "", state: 0)
                },
                Method("DeleteCall") { (call: CallContext, path: ObjectPath) async throws -> Void in
                    try await self.perform(call)
                    await self.bus.unexport(path)
                },
                plain("HoldAndAccept"), plain("HangupAll"),
            ], properties: [Property("Calls") { [ObjectPath]() }])
    }

    /// What a code is answered with, and the session's state then (`MMModem3gppUssdSessionState`).
    func answerCodes(_ text: String, state value: UInt32 = 1) {
        state.withLock { $0.ussd = (text, value) }
    }

    /// Tells a new state of the session.
    func tellCodeState(_ value: UInt32) async throws {
        setCodeState(value)
        try await tellCode(["State": .uint32(value)])
    }

    /// The session's state for whoever reads it.
    func setCodeState(_ value: UInt32) { state.withLock { $0.ussd.state = value } }

    /// The network's question for whoever reads it.
    func setRequest(_ text: String) { state.withLock { $0.request = text } }

    /// Tells properties of the session.
    func tellCode(_ properties: [String: Variant]) async throws {
        try await bus.emit(
            SignalAddress(path: Self.modem, interface: Name.properties, member: "PropertiesChanged"), Name.ussd,
            properties, [String]())
    }

    private func ussd() -> Interface {
        Interface(
            Name.ussd,
            methods: [
                Method("Initiate") { (call: CallContext, _: String) async throws -> String in
                    try await self.perform(call)
                    return self.state.withLock(\.ussd.text)
                },
                Method("Respond") { (call: CallContext, _: String) async throws -> String in
                    try await self.perform(call)
                    return self.state.withLock(\.ussd.text)
                },
                plain("Cancel"),
            ],
            properties: [
                Property("State") { self.state.withLock(\.ussd.state) },
                Property("NetworkRequest") { self.state.withLock(\.request) },
            ])
    }

    private func plain(_ name: String) -> Method {
        Method(name) { (call: CallContext) async throws -> Void in try await self.perform(call) }
    }

    private func makeCall(direction: Int32, number: String, state value: Int32) async throws -> ObjectPath {
        let path = try state.withLock { state in
            state.count += 1
            let path = try ObjectPath("/org/freedesktop/ModemManager1/Call/\(state.count)")
            state.states[path] = value
            return path
        }
        let call = Interface(
            Name.call, methods: [plain("Start"), plain("Hangup"), plain("Accept")],
            properties: [
                Property("State") { self.state.withLock { $0.states[path] ?? 0 } },
                Property("Direction") { direction }, Property("Number") { try self.read(number) },
            ])
        try await bus.export(call, at: path)
        return path
    }
}

/// Holds whoever waits until it is opened.
actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func open() {
        isOpen = true
        waiters.forEach { $0.resume() }
        waiters = []
    }

    func wait() async {
        if !isOpen { await withCheckedContinuation { waiters.append($0) } }
    }
}
