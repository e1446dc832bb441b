// SPDX-License-Identifier: Apache-2.0
import DBus
import Glibc
import TestSupport
import Testing

@Suite("Whatever happens in whatever order")
struct RandomSequenceTests {
    /// `SEQUENCES=100000` tries so many (`make fuzz`), `SEED=17` just that one.
    private static func setting(_ name: String) -> UInt64? {
        getenv(name).flatMap { UInt64(String(cString: $0)) }
    }

    @Test func `the service contradicts itself nowhere`() async throws {
        let loop = EventLoop()
        loop.start()
        defer { loop.stop() }
        let seeds = Self.setting("SEED").map { $0..<$0 + 1 } ?? 0..<(Self.setting("SEQUENCES") ?? 300)
        for seed in seeds {
            try await within(.seconds(120), "the sequence of seed \(seed)") {
                try await RandomSequence(seed: seed, on: loop).run(steps: 30)
            }
        }
    }
}
