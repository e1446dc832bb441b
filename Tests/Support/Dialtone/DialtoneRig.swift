// SPDX-License-Identifier: Apache-2.0
package import DBus
import Glibc
import Synchronization

/// The real `dialtoned` and `dialtone` on a private session bus, with a home of their own.
///
/// The network is simulated inside the daemon, or the real ModemManager on a second private bus, as on a phone.
package final class DialtoneRig: Sendable {
    /// What the daemon finds calls on.
    package enum Network: Sendable {
        /// `dialtoned --simulated=SCENARIO`
        case simulated(String)
        /// The real ModemManager with a simulated modem, which has been plugged in.
        case modemManager(ModemSimulatorProcess.Profile, String)
        /// A system bus on which there is no ModemManager yet.
        case modemManagerLater(String)
        /// There is no system bus at all.
        case none
    }

    /// The daemon's name on the session bus.
    package static let busName = "org.dialtone.Dialtone1"

    /// Whether the programs that it needs are there.
    package static var isInstalled: Bool {
        PrivateBus.program != nil && access(BuiltProgram.path("dialtoned"), X_OK) == 0
            && access(BuiltProgram.path("dialtone"), X_OK) == 0
    }

    /// Where everything of the rig is.
    package let folder: ScratchFolder
    /// The session bus.
    package let bus: PrivateBus
    /// The loop of `connection`; started.
    package let loop: EventLoop
    /// The test's own connection to the session bus.
    package let connection: Bus
    let network: Network
    let modemManager: ModemManagerRig?
    let programs = Mutex<[RunningProgram]>([])
    let daemons = Mutex<[RunningProgram]>([])

    /// How long an event may take.
    package static let deadline = Duration.seconds(120)

    /// Starts buses and network; the daemon comes with `startDaemon` or `makeActivatable`.
    ///
    /// - Parameter admitsEverybody: other users may connect to the session bus.
    package init(on network: Network, admitsEverybody: Bool = false) async throws {
        self.network = network
        folder = try ScratchFolder()
        bus = try PrivateBus(admitsEverybody: admitsEverybody)
        loop = EventLoop()
        loop.start()
        connection = try await bus.connect(loop)
        switch network {
        case .modemManager(let profile, let scenario):
            let rig = try await ModemManagerRig(profile: profile, simulatorArguments: ["--scenario", scenario])
            try await rig.startModemManager()
            try await rig.plugIn()
            modemManager = rig
        case .modemManagerLater(let scenario):
            modemManager = try await ModemManagerRig(simulatorArguments: ["--scenario", scenario])
        case .simulated, .none: modemManager = nil
        }
        try makeHome()
    }

    /// Runs a test body with the daemon serving, and ends everything.
    ///
    /// Throws what the body throws, and `SpawnFailed` when a phone number is in the daemon's log.
    @discardableResult
    package static func run<R: Sendable>(
        on network: Network, startsDaemon: Bool = true, admitsEverybody: Bool = false,
        _ body: (DialtoneRig) async throws -> R
    ) async throws -> R {
        let rig = try await DialtoneRig(on: network, admitsEverybody: admitsEverybody)
        do {
            if startsDaemon { try await rig.startDaemon() }
            let result = try await body(rig)
            await rig.stop()
            try rig.requireLogWithoutNumbers()
            return result
        } catch {
            rig.daemonLog.forEach { print($0) }
            await rig.stop()
            throw error
        }
    }

    /// The network behind the modem. Throws `SpawnFailed` on a rig without one.
    package var modems: ModemManagerRig {
        get throws {
            guard let modemManager else { throw SpawnFailed(description: "this rig has no ModemManager") }
            return modemManager
        }
    }

    /// Makes the network or the other side do something: one line for the simulator's control socket.
    @discardableResult
    package func tell(_ json: String) throws -> String { try modems.simulator.tell(json) }

    /// What every program of ours gets.
    package var environment: [String: String] {
        [
            "HOME": folder.file("home"), "XDG_RUNTIME_DIR": folder.file("runtime"),
            "XDG_DATA_HOME": folder.file("share"), "XDG_STATE_HOME": folder.file("state"),
            "XDG_CONFIG_HOME": folder.file("config"), "XDG_CACHE_HOME": folder.file("cache"),
            "XDG_DATA_DIRS": folder.file("system"), "DBUS_SESSION_BUS_ADDRESS": bus.address,
            "DBUS_SYSTEM_BUS_ADDRESS": modemManager?.privateBus.address ?? "unix:path=\(folder.file("no-bus"))",
        ]
    }

    private func makeHome() throws {
        for name in ["home", "share", "state", "config", "cache", "system"] { mkdir(folder.file(name), 0o755) }
        mkdir(folder.file("runtime"), 0o700)
        try install(.commandLine)
        try install(.tests)
    }
}
