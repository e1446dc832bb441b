// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Telephony

/// A network that takes every call at once, tells when it was asked to dial, and ends a call at the first word.
final class InstantBackend: Backend {
    let name = "instant"
    let events: AsyncStream<BackendEvent>
    /// Microseconds of CLOCK_MONOTONIC at which a dial arrived, one by one.
    let dials: AsyncStream<Int64>
    private let report: AsyncStream<BackendEvent>.Continuation
    private let noteDial: AsyncStream<Int64>.Continuation

    init() {
        (events, report) = AsyncStream.makeStream()
        (dials, noteDial) = AsyncStream.makeStream()
    }

    /// Its only line, of a SIM that is made up.
    static let line = Line(
        key: LineKey(backend: "instant", reference: "0"), iccid: "8986000000000000000", label: "Line",
        readiness: .ready)

    func run() async {
        report.yield(.available)
        report.yield(.lines([Self.line]))
        // Ends with its task: a stream that nobody feeds.
        for await _ in AsyncStream<Never>.makeStream().stream {}
    }

    func dial(_ digits: String, on line: LineKey, as call: CallID) async throws -> String {
        noteDial.yield(MonotonicTime.now)
        return "call/\(call.uuid)"
    }

    func hangUp(_ call: CallID) async throws { report.yield(.changed(call, .ended(.localHangUp))) }
    func answer(_ call: CallID) async throws {}
    func sendTone(_ tone: Character, on call: CallID) async throws {}
}
