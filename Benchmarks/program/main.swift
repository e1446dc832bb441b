// SPDX-License-Identifier: Apache-2.0
import Glibc

// What `make bench` measures with: dialtone-benchmark dialing|ringing|idle|history|reading|rows|starting|checks|identity BASELINE
// It prints rows of the table. With BENCH_QUICK=1 it takes fewer rounds, for a look and not for figures.

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
    say("usage: dialtone-benchmark dialing|ringing|idle|history|reading|rows|starting|checks|identity BASELINE")
    exit(2)
}
let isQuick = getenv("BENCH_QUICK").map { String(cString: $0) == "1" } ?? false
let baseline = arguments[2]

func rows(of benchmark: String) async throws -> [Row] {
    switch benchmark {
    case "dialing": try await DialingBenchmark(baseline: baseline, rounds: isQuick ? 20 : 200).run()
    case "ringing": try await RingingBenchmark(baseline: baseline, rounds: isQuick ? 20 : 200).run()
    case "idle": try await IdleBenchmark(baseline: baseline, span: .seconds(isQuick ? 10 : 60)).run()
    case "history": try await HistoryBenchmark(baseline: baseline, rounds: isQuick ? 50 : 200).run()
    case "reading":
        try await ReadingBenchmark(rounds: isQuick ? 10 : 50, rows: isQuick ? 100_000 : 1_000_000).run()
    case "rows": try await RowsBenchmark(rounds: isQuick ? 100 : 2_000).run()
    case "checks": try await ChecksBenchmark(rounds: isQuick ? 50 : 1_000).run()
    case "identity": try await IdentityBenchmark(rounds: isQuick ? 50 : 1_000).run()
    case "starting": try await StartingBenchmark(baseline: baseline, rounds: isQuick ? 5 : 20).run()
    default: throw MeasurementFailed(description: "there is no such benchmark")
    }
}

do {
    for row in try await rows(of: arguments[1]) { row.print() }
} catch {
    say("dialtone-benchmark \(arguments[1]): \(error)")
    exit(1)
}
