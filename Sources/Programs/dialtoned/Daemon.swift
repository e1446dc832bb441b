// SPDX-License-Identifier: Apache-2.0
import CallerIdentity
import ConversationContract
import ConversationEndpoint
import ConversationService
import DBus
import FoundationEssentials
import Glibc
import ModemManagerBackend
import ModemSimulator
import PhoneNumbers
import SimulatedBackend
import Storage
import Telephony

/// The daemon put together: everything but the store runs on the one bus loop.
struct Daemon {
    let options: DaemonOptions
    let loop: EventLoop
    let log: Log

    /// Serves until the first of the signals or the end of the session bus; returns the exit status.
    func run(until signals: AsyncStream<Int32>) async -> Int32 {
        do {
            return try await serve(until: signals)
        } catch let error as DBusError where error.name == DBusError.addressInUse {
            log(.error, "another dialtoned serves this session; end that one first")
            return 1
        } catch {
            log(.error, "\(error)")
            return 1
        }
    }

    /// Seconds that an end in good order may take; less than the unit's TimeoutStopSec.
    private static let longestEnd: UInt32 = 15

    private func serve(until signals: AsyncStream<Int32>) async throws -> Int32 {
        let time = LoopTimekeeper(loop)
        let folders = DataDirectories()
        let store = Store(path: options.database ?? folders.database, timekeeper: time)
        let bus = try Bus(.session, loop: loop)
        let catalog = ManifestCatalog(
            systemDirectories: folders.system, personalDirectory: options.isInDeveloperMode ? folders.personal : nil,
            time: time
        ) { [log] in log(.info, $0) }
        let (backend, simulation) = try await makeBackend(lines: store, time: time)
        let parts = Switchboard.Parts(
            backends: [backend], history: store, roles: store, lines: store, catalog: catalog, device: SilentDevice(),
            time: time, emergency: PhoneNumbers { [log] in log(.error, $0) }, simulation: simulation)
        let board = Switchboard(
            parts, executor: loop, developerMode: options.isInDeveloperMode, automaticAnswer: options.answer
        ) { [log] in
            log(.info, $0)
        }
        let identity = BusCallerIdentity(bus: bus, catalog: catalog, requiresLogin: !options.isInDeveloperMode)
        let endpoint = ConversationEndpoint(bus: bus, board: board, identity: identity)
        let manifestChanges = catalog.follow()
        try await endpoint.export()
        await bus.start()
        try await bus.followArrivals()
        // What is on disk is read while it serves: a disk that hangs keeps nobody from an emergency call.
        await board.prepare(isStarting: true)
        try await bus.requestName(ContractNames.bus)
        log(.info, "serves \(ContractNames.bus)\(simulation == nil ? "" : " on a simulated network")")

        let status = await withTaskGroup(of: Int32?.self) { group in
            group.addTask {
                await board.run(); return nil
            }
            group.addTask {
                await endpoint.run(); return nil
            }
            group.addTask {
                await store.run(); return nil
            }
            group.addTask {
                for await _ in manifestChanges { await endpoint.appsChanged() }
                return nil
            }
            group.addTask { await signals.first { _ in true } == nil ? nil : 0 }
            group.addTask {
                await bus.waitUntilClosed(); return 1
            }
            let first = await group.first { $0 != nil } ?? nil
            // Whoever comes after us cannot serve before we have gone, and a disk may hang: the signal ends us then.
            alarm(Self.longestEnd)
            log(.info, "is ending; what waits for the disk has \(Self.longestEnd) seconds")
            group.cancelAll()
            return first ?? 1
        }
        if status != 0 { log(.error, "the session bus has gone") }
        let lost = await store.close()
        if lost > 0 { log(.error, "\(lost) history rows could not be written and are lost") }
        await bus.close()
        return status
    }

    private func makeBackend(
        lines: any LineStore, time: any Timekeeper
    ) async throws -> (any Backend, (any NetworkSimulation)?) {
        if let name = options.scenario {
            let simulated = SimulatedBackend(scenario: try Scenario(named: name), timekeeper: time, executor: loop)
            return (simulated, simulated)
        }
        do {
            let system = try Bus(.system, loop: loop)
            let backend = ModemManagerBackend(bus: system, lines: lines)
            await system.start()
            return (backend, nil)
        } catch {
            let reason = "there is no system bus (\(error)); start D-Bus and restart dialtoned"
            return (UnreachableBackend(name: "ModemManager", reason: reason), nil)
        }
    }
}
