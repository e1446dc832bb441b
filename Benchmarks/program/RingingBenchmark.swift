// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import ConversationEndpoint
import DBus
import TestSupport

/// From the ring at the modem to the event in a client, against a match on ModemManager's CallAdded made raw, in turn; and
/// then with as many other clients as the daemon remembers.
///
/// While the raw one is measured the daemon is stopped, so that it does not take the processor from it.
struct RingingBenchmark {
    let baseline: String
    let rounds: Int

    private static let allowance = 1_000.0
    private static let allowanceInACrowd = 3_000.0

    func run() async throws -> [Row] {
        try await Stage.run { stage in
            let raw = try stage.baseline(baseline)
            let side = try await RingSide(stage)
            var (ours, theirs) = (Samples(), Samples())
            for round in -5..<rounds {
                let ourTime = try await side.call().ring
                let rawTime = try await ring(stage, raw)
                guard round >= 0 else { continue }
                ours.add(ourTime)
                theirs.add(rawTime)
            }
            let others = ConversationEndpoint.maximumClients - 1
            let crowd = try await Crowd(of: others, on: stage.session)
            var crowded = Samples()
            for round in -5..<rounds / 4 {
                let time = try await side.call().ring
                if round >= 0 { crowded.add(time) }
            }
            await crowd.leave()
            return [
                Self.row("ring at the modem to the event in a client", theirs, ours, Self.allowance),
                Self.row("the same, with \(others) more clients", theirs, crowded, Self.allowanceInACrowd),
            ]
        }
    }

    private static func row(_ what: String, _ theirs: Samples, _ ours: Samples, _ allowance: Double) -> Row {
        Row(
            what: "\(what) (median of \(ours.count))", baseline: Row.milliseconds(theirs.median),
            ours: Row.milliseconds(ours.median), ratio: ours.median / theirs.median,
            target: "+ \(Int(allowance / 1_000)) ms at most", isMet: ours.median - theirs.median <= allowance)
    }

    private func ring(_ stage: Stage, _ raw: LineProcess) async throws -> Int64 {
        stage.daemon.pause()
        defer { stage.daemon.goOn() }
        _ = try raw.ask("listen")
        try stage.rig.simulator.tell(RingSide.incoming)
        let answer = try raw.words()
        let rang = try stage.tail.next { $0.from == "modem" && $0.isRing }
        guard answer.count == 2, let heard = Int64(answer[0]) else {
            throw MeasurementFailed(description: "the baseline: \(answer)")
        }
        try await stage.awaitRing()
        try stage.rig.simulator.tell(RingSide.hangUp)
        try stage.awaitSilence()
        _ = try raw.ask("delete \(answer[1])")
        stage.daemon.goOn()
        try await stage.settle()
        return heard - rang.time
    }
}
