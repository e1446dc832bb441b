// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import DBus
import Synchronization
import TestSupport

/// What the daemon costs while nothing happens: memory, and wake-ups with ModemManager quiet; and what it costs once it
/// had to know a country's emergency numbers.
struct IdleBenchmark {
    let baseline: String
    /// How long it is watched.
    let span: Duration

    private static let memoryLimit = 14 * 1_024
    private static let libraryMemoryLimit = 24 * 1_024
    /// An emergency number of the network's country alone: neither always one, nor on the SIM.
    private static let nationalNumber = "110"
    /// A network of Germany, where nothing happens by itself.
    private static let scenario = #"""
        {"modems": [{"id": "sim0", "operatorCode": "26201"}], "parties": [], "otherwise": {"number": "", "steps": []}}
        """#
    /// ModemManager reads the signal strength a few times after a modem was enabled, and tells.
    private static let settling = Duration.seconds(15)

    func run() async throws -> [Row] {
        let folder = try ScratchFolder()
        return try await Stage.run(scenario: try folder.write(Self.scenario, to: "germany.json")) { stage in
            let raw = try LineProcess([baseline], environment: stage.rig.privateBus.environment)
            _ = try raw.words()
            let loop = stage.rig.loop
            try await loop.sleep(until: loop.uptime + Self.settling)
            let daemon = ProcessFigures(pid: stage.daemon.pid)
            let signals = Mutex(0)
            let subscription = try await stage.rig.bus.onSignal(SignalMatch(sender: ModemManagerRig.service)) { _, _ in
                signals.withLock { $0 += 1 }
            }
            let before = daemon.contextSwitches
            try await loop.sleep(until: loop.uptime + span)
            let wakeUps = daemon.contextSwitches - before
            let told = signals.withLock { $0 }
            subscription.cancel()
            let disturbances = try await disturbance(of: daemon, whileProgramsComeAndGoOn: stage.session)
            let (ours, theirs) = (daemon.proportionalSetSize, ProcessFigures(pid: raw.pid).proportionalSetSize)
            let loaded = try await memoryWithLibrary(stage)
            return [
                Row(
                    what: "idle daemon: PSS", baseline: Row.megabytes(theirs), ours: Row.megabytes(ours),
                    ratio: Double(ours) / Double(theirs), target: "<= 14 MB", isMet: ours <= Self.memoryLimit),
                Row(
                    what: "idle daemon: wake-ups in \(span.components.seconds) s (\(told) signals of ModemManager)",
                    baseline: "-", ours: "\(wakeUps)", ratio: nil, target: "0", isMet: wakeUps == 0),
                Row(
                    what: "idle daemon: wake-ups while \(Self.visitors) programs come and go on the session bus",
                    baseline: "-", ours: "\(disturbances)", ratio: nil, target: "0", isMet: disturbances == 0),
                Row(
                    what: "daemon's PSS once the number library was needed, against idle",
                    baseline: Row.megabytes(ours), ours: Row.megabytes(loaded), ratio: Double(loaded) / Double(ours),
                    target: "<= 24 MB", isMet: loaded <= Self.libraryMemoryLimit),
            ]
        }
    }

    private static let visitors = 100

    private func disturbance(of daemon: ProcessFigures, whileProgramsComeAndGoOn session: PrivateBus) async throws
        -> Int
    {
        let loop = EventLoop()
        loop.start()
        defer { loop.stop() }
        let before = daemon.contextSwitches
        for _ in 0..<Self.visitors {
            let visitor = try await session.connect(loop)
            try await visitor.ping(deadline: .seconds(10))
            await visitor.close()
        }
        return daemon.contextSwitches - before
    }

    /// Dials a country's emergency number and ends the call: the PSS then, in kB.
    private func memoryWithLibrary(_ stage: Stage) async throws -> Int {
        let daemon = ProcessFigures(pid: stage.daemon.pid)
        guard !daemon.hasMapped(Self.library) else {
            throw MeasurementFailed(description: "\(Self.library) is loaded before it is needed")
        }
        let number = Handle(type: .phoneNumber, value: Self.nationalNumber)
        let id = try await stage.client.startConversation(with: number)
        _ = try stage.tail.next { $0.from == "host" && $0.text.hasPrefix("ATD\(Self.nationalNumber);") }
        try await stage.client.end(id)
        try stage.awaitSilence()
        try await stage.settle()
        guard daemon.hasMapped(Self.library), daemon.hasMapped("libphonenumber.so") else {
            throw MeasurementFailed(description: "\(Self.library) was not loaded")
        }
        return daemon.proportionalSetSize
    }

    private static let library = "libdialtone-phonenumber.so"
}
