// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import DBus
import Glibc
import TestSupport

/// A registered modem in the real ModemManager, the daemon on it, and a client.
final class Stage {
    let rig: ModemManagerRig
    let daemon: DaemonUnderTest
    let client: ConversationClient
    let tail: ATTail
    /// The modem object in ModemManager.
    let modem: ObjectPath
    let conversations: EventQueue<ClientEvent>

    private static let registered: Int32 = 8

    init() async throws {
        rig = try await ModemManagerRig(simulatorArguments: ["--scenario", "manual"])
        try await rig.startModemManager(logLevel: "ERR")
        daemon = try DaemonUnderTest(bus: rig.privateBus)
        try await daemon.start(seenOn: rig.bus)
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
        client = ConversationClient(.address(rig.privateBus.address), loop: loop)
        conversations = EventQueue(try await client.events(about: [.conversations], startsDaemon: false))
    }

    /// Runs something on a stage and cleans up after it.
    static func run<R>(_ body: (Stage) async throws -> R) async throws -> R {
        let stage = try await Stage()
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
        try? await daemon.stop(seenOn: rig.bus)
        await rig.stop()
    }

    /// A baseline on this stage.
    func baseline(_ program: String) throws -> LineProcess {
        try LineProcess([program, modem.rawValue], environment: rig.privateBus.environment)
    }

    /// Returns when nothing of the last call is left: at the modem, in ModemManager and in the daemon.
    func settle() async throws {
        // The empty list; ModemManager takes it to be about the next call when that is dialed before it comes.
        _ = try tail.next { $0.from == "modem" && $0.text.split(whereSeparator: \.isWhitespace) == ["^SLCC:"] }
        try await rig.waitForNoCalls()
        try await within(.seconds(20), "the end of all conversations") { [client] in
            while try await !client.conversations().isEmpty { await Task.yield() }
        }
        _ = await conversations.drained()
    }
}
