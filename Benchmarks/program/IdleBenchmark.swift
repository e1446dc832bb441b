// SPDX-License-Identifier: Apache-2.0
import DBus
import Synchronization
import TestSupport

/// What the daemon costs while nothing happens: memory, and wake-ups with ModemManager quiet.
struct IdleBenchmark {
    let baseline: String
    /// How long it is watched.
    let span: Duration

    private static let memoryLimit = 14 * 1_024
    /// ModemManager reads the signal strength a few times after a modem was enabled, and tells.
    private static let settling = Duration.seconds(15)

    func run() async throws -> [Row] {
        try await Stage.run { stage in
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
            let (ours, theirs) = (daemon.proportionalSetSize, ProcessFigures(pid: raw.pid).proportionalSetSize)
            return [
                Row(
                    what: "idle daemon: PSS", baseline: Row.megabytes(theirs), ours: Row.megabytes(ours),
                    ratio: Double(ours) / Double(theirs), target: "<= 14 MB", isMet: ours <= Self.memoryLimit),
                Row(
                    what: "idle daemon: wake-ups in \(span.components.seconds) s (\(told) signals of ModemManager)",
                    baseline: "-", ours: "\(wakeUps)", ratio: nil, target: "0", isMet: wakeUps == 0),
            ]
        }
    }
}
