// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import TestSupport

/// From the ring at the modem to the event in a client, against a match on ModemManager's CallAdded made raw, in turn.
///
/// While the raw one is measured the daemon is stopped, so that it does not take the processor from it.
struct RingingBenchmark {
    let baseline: String
    let rounds: Int

    private static let incoming = #"{"do":"incoming","from":"+15550105"}"#
    private static let allowance = 1_500.0

    func run() async throws -> [Row] {
        try await Stage.run { stage in
            let raw = try stage.baseline(baseline)
            let events = try await stage.client.events(about: [.conversations], startsDaemon: false)
            var (ours, theirs) = (Samples(), Samples())
            for round in -5..<rounds {
                let ourTime = try await ring(stage, events)
                let rawTime = try await ring(stage, raw)
                guard round >= 0 else { continue }
                ours.add(ourTime)
                theirs.add(rawTime)
            }
            let ratio = ours.median / theirs.median
            return [
                Row(
                    what: "ring at the modem to the event in a client (median of \(rounds))",
                    baseline: Row.milliseconds(theirs.median), ours: Row.milliseconds(ours.median), ratio: ratio,
                    target: "ratio <= 1.5, or + 1.5 ms",
                    isMet: ratio <= 1.5 || ours.median - theirs.median <= Self.allowance)
            ]
        }
    }

    private func ring(_ stage: Stage, _ events: AsyncStream<ClientEvent>) async throws -> Int64 {
        try stage.rig.simulator.tell(Self.incoming)
        let heard = try await Self.nextRing(in: events)
        let rang = try stage.tail.next { $0.from == "modem" && $0.isRing }
        try await stage.awaitRing()
        try stage.rig.simulator.tell(#"{"do":"hangup"}"#)
        try stage.awaitSilence()
        try await stage.settle()
        return heard - rang.time
    }

    /// When the client heard that a conversation rings.
    private static func nextRing(in events: AsyncStream<ClientEvent>) async throws -> Int64 {
        for await event in events {
            if case .conversation(let info) = event, info.phase == "ringing" { return MonotonicTime.now }
        }
        throw MeasurementFailed(description: "the client's stream ended")
    }

    private func ring(_ stage: Stage, _ raw: LineProcess) async throws -> Int64 {
        stage.daemon.pause()
        defer { stage.daemon.goOn() }
        _ = try raw.ask("listen")
        try stage.rig.simulator.tell(Self.incoming)
        let answer = try raw.words()
        let rang = try stage.tail.next { $0.from == "modem" && $0.isRing }
        guard answer.count == 2, let heard = Int64(answer[0]) else {
            throw MeasurementFailed(description: "the baseline: \(answer)")
        }
        try await stage.awaitRing()
        try stage.rig.simulator.tell(#"{"do":"hangup"}"#)
        try stage.awaitSilence()
        _ = try raw.ask("delete \(answer[1])")
        stage.daemon.goOn()
        try await stage.settle()
        return heard - rang.time
    }
}

extension ATTail.Line {
    /// The first word of an incoming call: RING, or the list in which it stands (3GPP TS 27.007; ^SLCC of Cinterion).
    fileprivate var isRing: Bool { text.contains("RING") || text.contains("^SLCC: 1,1,4") }
}
