// SPDX-License-Identifier: Apache-2.0
package import DBus
import Glibc
import Synchronization

/// The real ModemManager with simulated modems, on a private bus, without root, udev or systemd.
///
/// Polkit is a stub that the test's own process exports. Everything is ended by `stop()` and leaves nothing behind.
package final class ModemManagerRig: Sendable {
    /// The program.
    package static let daemon = "/usr/sbin/ModemManager"
    /// Its name on the bus.
    package static let service = "org.freedesktop.ModemManager1"

    /// Whether the programs that it needs are installed.
    package static var isInstalled: Bool {
        let programs: [String] = [daemon, ModemSimulatorProcess.program]
        return PrivateBus.program != nil && programs.allSatisfy { access($0, X_OK) == 0 }
    }

    /// Where everything of the rig is.
    package let folder: ScratchFolder
    /// The bus that takes the place of the system's.
    package let privateBus: PrivateBus
    /// The loop of `bus`; started. A test may put its backend on it.
    package let loop: EventLoop
    /// The rig's own connection.
    package let bus: Bus
    /// Whom the daemon asks who may do what.
    package let polkit = PolkitStub()
    /// The modems.
    package let simulator: ModemSimulatorProcess
    private let process = Mutex<ChildProcess?>(nil)

    private static let deadline = Duration.seconds(20)
    private static let root: ObjectPath = "/org/freedesktop/ModemManager1"

    /// Starts the bus, polkit and a simulated modem; ModemManager comes with `startModemManager`.
    package init(
        profile: ModemSimulatorProcess.Profile = .cinterion, simulatorArguments: [String] = []
    ) async throws {
        folder = try ScratchFolder()
        privateBus = try PrivateBus()
        loop = EventLoop()
        loop.start()
        bus = try Bus(.address(privateBus.address), loop: loop)
        simulator = try ModemSimulatorProcess(folder, profile: profile, arguments: simulatorArguments)
        self.profile = profile
        try await polkit.export(on: bus)
        await bus.start()
        try await bus.requestName("org.freedesktop.PolicyKit1")
    }

    private let profile: ModemSimulatorProcess.Profile

    /// Runs a test body on a rig whose ModemManager has its modem plugged in, and cleans up.
    package static func run<R: Sendable>(
        profile: ModemSimulatorProcess.Profile = .cinterion, simulatorArguments: [String] = [],
        _ body: (ModemManagerRig) async throws -> R
    ) async throws -> R {
        let rig = try await ModemManagerRig(profile: profile, simulatorArguments: simulatorArguments)
        do {
            try await rig.startModemManager()
            try await rig.plugIn()
            let result = try await body(rig)
            await rig.stop()
            return result
        } catch {
            if let keep = getenv("DIALTONE_TEST_LOGS") { rig.keepLogs(in: String(cString: keep)) }
            await rig.stop()
            throw error
        }
    }

    /// Starts ModemManager and returns when it owns its name.
    package func startModemManager(logLevel: String = "DEBUG") async throws {
        let owners = try await bus.nameOwners(of: Self.service)
        let child = try ChildProcess(
            [
                Self.daemon, "--no-auto-scan", "--test-enable", "--test-no-udev", "--test-no-suspend-resume",
                "--test-no-qrtr", "--log-level=\(logLevel)", "--log-file=\(folder.file("mm.log"))",
            ], environment: privateBus.environment, log: folder.file("mm.out"))
        process.withLock { $0 = child }
        try await within(Self.deadline, "ModemManager's name") {
            for await owner in owners where owner != nil { return }
        }
    }

    /// Gives ModemManager the simulated modem, which appears disabled after about 0.15 s.
    package func plugIn(id: String = "sim0") async throws {
        try await call(
            "org.freedesktop.ModemManager1.Test", "SetProfile", id,
            profile.rawValue, [simulator.socket])
    }

    /// Takes the modem away as if it were unplugged, or gives it back.
    package func inhibit(_ isInhibited: Bool, id: String = "sim0") async throws {
        try await call("org.freedesktop.ModemManager1", "InhibitDevice", "/virtual/\(id)", isInhibited)
    }

    /// Switches the modem on or off, as a person does with another program.
    package func setEnabled(_ isEnabled: Bool) async throws {
        guard let modem = try await modem() else { throw SpawnFailed(description: "no modem") }
        try await bus.call(
            MethodAddress(destination: Self.service, path: modem, interface: Self.modem, member: "Enable"), isEnabled,
            deadline: Self.deadline)
    }

    /// Returns when ModemManager has no call object.
    package func waitForNoCalls() async throws {
        try await within(Self.deadline, "no call objects") {
            while let modem = try await self.modem(), try await !self.calls(of: modem).isEmpty { try await pause() }
        }
    }

    /// Returns when ModemManager knows that every call has ended, whether or not somebody has cleared it away.
    package func waitForEndOfCalls() async throws {
        try await within(Self.deadline, "the end of the calls") {
            while try await self.callStates().contains(where: { $0 != Self.terminated }) { try await pause() }
        }
    }

    /// Returns when ModemManager knows that the modem dials.
    package func waitForDialing() async throws {
        try await within(Self.deadline, "a call that is dialed") {
            while try await self.callStates() != [Self.dialing] { try await pause() }
        }
    }

    private func callStates() async throws -> [Int32?] {
        guard let modem = try await modem() else { return [] }
        var states: [Int32?] = []
        for call in try await calls(of: modem) {
            let state = try await bus.call(
                MethodAddress(
                    destination: Self.service, path: call, interface: "org.freedesktop.DBus.Properties",
                    member: "Get"), "org.freedesktop.ModemManager1.Call", "State", deadline: Self.deadline,
                returning: Variant.self)
            states.append(state.int32)
        }
        return states
    }

    /// MM_CALL_STATE_DIALING
    private static let dialing: Int32 = 1
    /// MM_CALL_STATE_TERMINATED
    private static let terminated: Int32 = 7
    private static let modem = "org.freedesktop.ModemManager1.Modem"

    private func modem() async throws -> ObjectPath? {
        try await bus.call(
            MethodAddress(
                destination: Self.service, path: Self.root, interface: "org.freedesktop.DBus.ObjectManager",
                member: "GetManagedObjects"), deadline: Self.deadline,
            returning: [ObjectPath: [String: [String: Variant]]].self
        ).keys.first
    }

    private func calls(of modem: ObjectPath) async throws -> [ObjectPath] {
        try await bus.call(
            MethodAddress(
                destination: Self.service, path: modem, interface: "\(Self.modem).Voice", member: "ListCalls"),
            deadline: Self.deadline, returning: [ObjectPath].self)
    }

    /// Sends ModemManager a signal: SIGSTOP makes it hang, SIGCONT goes on.
    package func signalModemManager(_ number: Int32) { process.withLock { $0?.signal(number) } }

    /// Kills ModemManager and returns when the process is gone.
    package func killModemManager() { process.withLock { $0.take() }?.kill() }

    /// Copies the daemon's log for a person to read; set `DIALTONE_TEST_LOGS` to a folder to have it of failed tests.
    private func keepLogs(in path: String) {
        guard let file = fopen("\(path)/mm-\(folder.path.suffix(6)).log", "w") else { return }
        defer { fclose(file) }
        fputs(modemManagerLog, file)
    }

    /// What the daemon has logged.
    package var modemManagerLog: String { folder.read("mm.log") }

    /// Ends everything, in the reverse order of its start.
    package func stop() async {
        killModemManager()
        simulator.stop()
        await bus.close()
        privateBus.kill()
        loop.stop()
        folder.remove()
    }

    private func call<each A: DBusType>(
        _ interface: String, _ member: String, _ arguments: repeat each A
    ) async throws {
        try await bus.call(
            MethodAddress(destination: Self.service, path: Self.root, interface: interface, member: member),
            repeat each arguments, deadline: Self.deadline)
    }
}
