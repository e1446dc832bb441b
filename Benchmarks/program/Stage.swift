// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import DBus
import Glibc
import TestSupport

/// A registered modem in the real ModemManager, the daemon on it, and a client.
final class Stage {
    let rig: ModemManagerRig
    /// The session bus; the rig's is the system bus, as on a person's machine.
    let session: PrivateBus
    private let watcher: Bus
    let daemon: DaemonUnderTest
    let client: ConversationClient
    let tail: ATTail
    /// The modem object in ModemManager.
    let modem: ObjectPath

    private static let registered: Int32 = 8

    /// - Parameters:
    ///   - scenario: of the modem simulator; a name or a file.
    ///   - history: a database that becomes the daemon's.
    init(scenario: String, history: String?) async throws {
        rig = try await ModemManagerRig(simulatorArguments: ["--scenario", scenario])
        try await rig.startModemManager(logLevel: "ERR")
        session = try PrivateBus()
        watcher = try await session.connect(rig.loop)
        daemon = try DaemonUnderTest(session: session, system: rig.privateBus)
        if let history { try daemon.take(history) }
        try await daemon.start(seenOn: watcher)
        let states = try await rig.bus.signals(
            SignalMatch(
                sender: ModemManagerRig.service, interface: "org.freedesktop.ModemManager1.Modem",
                member: "StateChanged"))
        try await rig.plugIn()
        modem = try await within(.seconds(30), "the modem's registration") {
            for await signal in states {
                let (_, state, _) = try signal.read(as: Int32.self, Int32.self, UInt32.self)
                if state >= Self.registered { return signal.path }
            }
            throw MeasurementFailed(description: "the bus went before the modem was registered")
        }
        tail = try ATTail(control: rig.folder.file("at0.control"))
        let loop = EventLoop()
        loop.start()
        client = ConversationClient(.address(session.address), loop: loop)
        try await awaitLine()
    }

    /// Returns when the daemon offers the modem as a line, which is a moment after ModemManager says it is registered.
    private func awaitLine() async throws {
        let changes = try await client.events(about: [.services], startsDaemon: false)
        guard try await client.services().isEmpty else { return }
        for await _ in changes where try await !client.services().isEmpty { return }
    }

    /// Runs something on a stage and cleans up after it.
    static func run<R>(
        scenario: String = "manual", history: String? = nil, _ body: (Stage) async throws -> R
    ) async throws -> R {
        let stage = try await Stage(scenario: scenario, history: history)
        do {
            let result = try await body(stage)
            await stage.clear()
            return result
        } catch {
            say(stage.daemon.log)
            await stage.clear()
            throw error
        }
    }

    private func clear() async {
        await client.close()
        try? await daemon.stop(seenOn: watcher)
        await rig.stop()
    }

    /// A baseline on this stage.
    func baseline(_ program: String) throws -> LineProcess {
        try LineProcess([program, modem.rawValue], environment: rig.privateBus.environment)
    }

    /// Returns when ModemManager has taken in all that the modem says of a ring. It takes what comes at once in an order
    /// of its own, so that with a hang-up right behind, the call would ring on for ever.
    func awaitRing() async throws {
        _ = try tail.next { $0.from == "modem" && $0.text.contains("+CLIP") }
        let list = MethodAddress(
            destination: ModemManagerRig.service, path: modem,
            interface: "org.freedesktop.ModemManager1.Modem.Voice", member: "ListCalls")
        for _ in 0..<3 {
            _ = try await rig.bus.call(list, deadline: .seconds(10), returning: [ObjectPath].self)
        }
    }

    /// Returns when the modem has told that it has no call; ModemManager takes that to be about the next call when it
    /// is dialed before.
    func awaitSilence() throws {
        _ = try tail.next { $0.from == "modem" && $0.isSilence }
    }

    /// Returns when nothing of the last call is left, in ModemManager and in the daemon.
    func settle() async throws {
        try await rig.waitForNoCalls()
        try await within(.seconds(20), "the end of all conversations") { [client] in
            while try await !client.conversations().isEmpty { await Task.yield() }
        }
    }

    /// Returns when the daemon dials at once.
    func rest() async throws { try await Task.sleep(for: Self.restOfLine) }

    /// A line that was just freed does not dial yet (docs/modemmanager.md).
    private static let restOfLine = Duration.milliseconds(260)
}
