// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import TestSupport

/// From the call of the API to `ATD` at the modem, against CreateCall and Start made raw, in turn.
///
/// While the raw one is measured the daemon is stopped, so that it does not take the processor from it.
struct DialingBenchmark {
    let baseline: String
    let rounds: Int

    func run() async throws -> [Row] {
        try await Stage.run { stage in
            let raw = try stage.baseline(baseline)
            var (ours, theirs) = (Samples(), Samples())
            for round in -5..<rounds {
                let ourTime = try await dial(stage)
                let rawTime = try await dial(stage, raw)
                guard round >= 0 else { continue }
                ours.add(ourTime)
                theirs.add(rawTime)
            }
            let ratio = ours.median / theirs.median
            return [
                Row(
                    what: "API call to ATD at the modem (median of \(rounds))",
                    baseline: Row.milliseconds(theirs.median), ours: Row.milliseconds(ours.median), ratio: ratio,
                    target: "ratio <= 1.4", isMet: ratio <= 1.4)
            ]
        }
    }

    private func dial(_ stage: Stage) async throws -> Int64 {
        let begin = MonotonicTime.now
        let id = try await stage.client.startConversation(with: Handle(type: .phoneNumber, value: "+15550100"))
        let dialed = try stage.tail.next { $0.from == "host" && $0.text.hasPrefix("ATD") }
        try await stage.client.end(id)
        try stage.awaitSilence()
        try await stage.settle()
        try await stage.rest()
        return dialed.time - begin
    }

    private func dial(_ stage: Stage, _ raw: LineProcess) async throws -> Int64 {
        stage.daemon.pause()
        defer { stage.daemon.goOn() }
        let answer = try raw.ask("dial +15550100")
        let dialed = try stage.tail.next { $0.from == "host" && $0.text.hasPrefix("ATD") }
        guard answer.count == 2, let begin = Int64(answer[0]) else {
            throw MeasurementFailed(description: "the baseline: \(answer)")
        }
        _ = try raw.ask("end \(answer[1])")
        try stage.awaitSilence()
        stage.daemon.goOn()
        try await stage.settle()
        try await stage.rest()
        return dialed.time - begin
    }
}
