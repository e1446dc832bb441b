// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Telephony

/// A backend whose modem takes, refuses or sits on what it is told, as a seed has it, and which keeps its word
/// (`Backend`): it tells each leg's end once, and a dial that it refuses leaves no leg behind.
final class MoodyBackend: Backend, NetworkServices {
    private struct State {
        var numbers: SeededNumbers
        /// The legs that are up and were told of.
        var up: Set<CallID> = []
        /// Dials that the modem sits on.
        var held: [CallID: CheckedContinuation<Void, any Error>] = [:]
    }

    private static let mood = TelephonyError(.modemFailed, "the modem is in no mood")

    let name = "moody"
    let events: AsyncStream<BackendEvent>
    private let report: AsyncStream<BackendEvent>.Continuation
    private let state: Mutex<State>

    init(seed: UInt64) {
        state = Mutex(State(numbers: SeededNumbers(seed: seed)))
        (events, report) = AsyncStream.makeStream()
    }

    /// The legs that are up and were told of.
    var up: Set<CallID> { state.withLock(\.up) }

    func line(_ reference: String, _ readiness: Line.Readiness = .ready) -> Line {
        Line(
            key: LineKey(backend: name, reference: reference), iccid: "89860000000000000\(reference)",
            label: "Line \(reference)", readiness: readiness, emergency: EmergencyFacts())
    }

    func send(_ event: BackendEvent) { report.yield(event) }

    /// Somebody calls, or a call is found.
    func appear(_ call: Call) {
        state.withLock { _ = $0.up.insert(call.id) }
        send(.appeared(call))
    }

    /// A leg changes, if it is up.
    func change(_ call: CallID, to next: CallState) {
        let isUp = state.withLock { state in
            guard state.up.contains(call) else { return false }
            if case .ended = next { state.up.remove(call) }
            return true
        }
        if isUp { send(.changed(call, next)) }
    }

    /// The modem takes, or refuses, what it sat on.
    func release() {
        let held = state.withLock { state in
            defer { state.held = [:] }
            return state.held
        }
        for (call, dial) in held {
            if happens(70) { take(call, dial) } else { dial.resume(throwing: Self.mood) }
        }
    }

    private func take(_ call: CallID, _ dial: CheckedContinuation<Void, any Error>) {
        state.withLock { _ = $0.up.insert(call) }
        dial.resume()
    }

    private func happens(_ percent: Int) -> Bool { state.withLock { $0.numbers.happens(percent) } }

    func run() async {
        send(.available)
        send(.callsListed)
        for await _ in AsyncStream<Never>.makeStream().stream {}
    }

    func dial(_ digits: String, on line: LineKey, as call: CallID) async throws -> String {
        if happens(20) { throw Self.mood }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (dial: CheckedContinuation<Void, any Error>) in
                if happens(50) { take(call, dial) } else { state.withLock { $0.held[call] = dial } }
            }
        } onCancel: {
            state.withLock { $0.held.removeValue(forKey: call) }?.resume(throwing: CancellationError())
        }
        return "call/\(call.uuid)"
    }

    func answer(_ call: CallID) async throws {
        guard state.withLock({ $0.up.contains(call) }), happens(80) else { throw Self.mood }
        send(.changed(call, .active))
    }

    func hangUp(_ call: CallID) async throws {
        // A dial that is undone ends with its error.
        if let dial = state.withLock({ $0.held.removeValue(forKey: call) }) { return dial.resume(throwing: Self.mood) }
        guard state.withLock({ $0.up.contains(call) }) else {
            throw TelephonyError(.unknownConversation, "no such leg")
        }
        guard happens(80) else { throw Self.mood }
        change(call, to: .ended(.localHangUp))
    }

    func sendTone(_ tone: Character, on call: CallID) async throws { if happens(20) { throw Self.mood } }

    func initiateUSSD(_ code: String, on line: LineKey) async throws -> USSDReply { try reply() }
    func respondToUSSD(_ answer: String, on line: LineKey) async throws -> USSDReply { try reply() }
    func cancelUSSD(on line: LineKey) async throws {}
    func changePIN(from old: String, to new: String, on line: LineKey) async throws { _ = try reply() }
    func unblockPIN(puk: String, newPIN: String, on line: LineKey) async throws { _ = try reply() }
    func callWaiting(on line: LineKey) async throws -> Bool { happens(50) }
    func setCallWaiting(_ isOn: Bool, on line: LineKey) async throws { _ = try reply() }
    func equipmentIdentity(of line: LineKey) async throws -> String { "000000000000000" }

    private func reply() throws -> USSDReply {
        if happens(20) { throw Self.mood }
        return USSDReply(text: "well", wantsAnswer: happens(50))
    }
}
