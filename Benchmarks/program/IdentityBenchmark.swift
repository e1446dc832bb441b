// SPDX-License-Identifier: Apache-2.0
import CallerIdentity
import DBus
import FoundationEssentials
import Telephony
import TestSupport

/// Who calls, at the first call of a connection, with 200 apps installed, against the same with one: bus, process, program
/// and manifest.
///
/// Both are asked in turn, by connections that were just made, over a method that does nothing else.
struct IdentityBenchmark {
    let rounds: Int

    private static let apps = 200
    private static let limit = 1.5
    /// A file that was just written may change again without another time of its change.
    private static let settling = Duration.milliseconds(2_500)

    func run() async throws -> [Row] {
        let session = try PrivateBus()
        let loop = EventLoop()
        loop.start()
        defer { loop.stop() }
        let one = try Asked(session, apps: 1)
        let many = try Asked(session, apps: Self.apps)
        try await loop.sleep(until: loop.uptime + Self.settling)
        for asked in [one, many] { try await asked.begin() }
        var (baseline, ours) = (Samples(), Samples())
        for round in -20..<rounds {
            let (few, all) = (try await one.ask(session, loop), try await many.ask(session, loop))
            guard round >= 0 else { continue }
            baseline.add(few)
            ours.add(all)
        }
        for asked in [one, many] { await asked.end() }
        let ratio = ours.median / baseline.median
        return [
            Row(
                what: "who calls, first call of a connection, \(Self.apps) apps installed, against 1 "
                    + "(median of \(rounds))",
                baseline: Row.milliseconds(baseline.median), ours: Row.milliseconds(ours.median), ratio: ratio,
                target: "ratio <= 1.5", isMet: ratio <= Self.limit)
        ]
    }
}

/// A program on the bus that finds out who calls, and answers.
private final class Asked: Sendable {
    private let home: ScratchFolder
    private let loop = EventLoop()
    private let bus: Bus
    private let identity: BusCallerIdentity
    private static let path: ObjectPath = "/org/dialtone/Asked"
    private static let interface = "org.dialtone.Asked1"

    init(_ session: PrivateBus, apps: Int) throws {
        home = try ScratchFolder()
        try home.installManifest(entitlement: AppIdentity.dialingEntitlement)
        for number in 1..<apps {
            // Each has a program of its own, as apps have.
            let program = home.file("program-\(number)")
            try FileManager.default.copyItem(atPath: "/bin/sleep", toPath: program)
            try home.installManifest(
                of: "org.example.app\(number)", program: program, entitlement: AppIdentity.dialingEntitlement)
        }
        loop.start()
        bus = try Bus(.address(session.address), loop: loop)
        let catalog = ManifestCatalog(
            systemDirectories: [], personalDirectory: home.file("share"), time: ManualTimekeeper()
        ) { say($0) }
        _ = catalog.follow()
        identity = BusCallerIdentity(bus: bus, catalog: catalog)
    }

    func begin() async throws {
        let method = Method("WhoCalls", arguments: [], results: ["app"]) {
            [identity] (call: CallContext) async throws -> String in
            try await identity.identify(call.sender).app?.bundleIdentifier ?? ""
        }
        try await bus.export(Interface(Self.interface, methods: [method]), at: Self.path)
        await bus.start()
        try await bus.ping(deadline: .seconds(10))
        try await bus.followArrivals()
    }

    /// How long a new connection's first question takes, in microseconds.
    func ask(_ session: PrivateBus, _ loop: EventLoop) async throws -> Int64 {
        let newcomer = try await session.connect(loop)
        try await newcomer.ping(deadline: .seconds(10))
        let method = MethodAddress(
            destination: await bus.uniqueName ?? "", path: Self.path, interface: Self.interface, member: "WhoCalls")
        let begin = MonotonicTime.now
        let app = try await newcomer.call(method, deadline: .seconds(10), returning: String.self)
        let time = MonotonicTime.now - begin
        await newcomer.close()
        guard app == ScratchFolder.app else { throw MeasurementFailed(description: "this program is taken for \(app)") }
        return time
    }

    func end() async {
        await bus.close()
        loop.stop()
    }
}
