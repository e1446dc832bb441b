// SPDX-License-Identifier: Apache-2.0
import Synchronization
package import Telephony

/// A backend that does what a test says and remembers what it was told.
package final class ScriptedBackend: Backend {
    /// What it was told.
    package enum Command: Hashable, Sendable {
        case dial(String, LineKey)
        case dialEmergency(String, LineKey)
        case answer(CallID)
        case hangUp(CallID)
        case tone(Character, CallID)
        case code(String, LineKey)
        case codeAnswer(String, LineKey)
        case cancelCode(LineKey)
        case changePIN(String, String, LineKey)
        case unblockPIN(String, String, LineKey)
        /// nil: asked about.
        case callWaiting(Bool?, LineKey)
        case equipmentIdentity(LineKey)
    }

    struct State {
        var commands: [Command] = []
        var dialed: [CallID] = []
        var failures: [TelephonyError] = []
        var gate: [CheckedContinuation<Void, Never>]?
        var lateFailure: (any Error)?
        var replies: [USSDReply] = []
        var codeGate: [CheckedContinuation<Void, any Error>]?
    }

    package let name: String
    package let events: AsyncStream<BackendEvent>
    /// Every command in order, as it comes.
    package let commandStream: AsyncStream<Command>
    private let report: AsyncStream<BackendEvent>.Continuation
    private let note: AsyncStream<Command>.Continuation
    private let state = Mutex(State())

    package init(name: String = "scripted") {
        self.name = name
        (events, report) = AsyncStream.makeStream()
        (commandStream, note) = AsyncStream.makeStream()
    }

    /// Every command so far, in order.
    package var commands: [Command] { state.withLock(\.commands) }
    /// The legs that were dialed, in order.
    package var dialed: [CallID] { state.withLock(\.dialed) }

    /// Reports an event.
    package func send(_ event: BackendEvent) { report.yield(event) }

    /// The next command throws this.
    package func failNext(with error: TelephonyError) { state.withLock { $0.failures.append(error) } }

    /// The next dial throws this once it has been let through.
    package func failAfterGate(with error: any Error) { state.withLock { $0.lateFailure = error } }

    /// Dials wait until `letDialsThrough`.
    package func holdDials() { state.withLock { $0.gate = $0.gate ?? [] } }

    /// Lets the dials go on that wait.
    package func letDialsThrough() {
        let held = state.withLock { state in
            defer { state.gate = nil }
            return state.gate ?? []
        }
        held.forEach { $0.resume() }
    }

    /// What the network says to codes and answers, in order; "OK" when nothing is left.
    package func reply(_ replies: USSDReply...) { state.withLock { $0.replies += replies } }

    func nextReply() -> USSDReply {
        state.withLock { $0.replies.isEmpty ? USSDReply(text: "OK", wantsAnswer: false) : $0.replies.removeFirst() }
    }

    /// Codes wait until they are let through or cancelled.
    package func holdCodes() { state.withLock { $0.codeGate = $0.codeGate ?? [] } }

    /// Lets the codes go on that wait, or fails them and holds back those that come.
    package func letCodesThrough(failing error: TelephonyError? = nil) {
        let held = state.withLock { state in
            defer { if error == nil { state.codeGate = nil } else if state.codeGate != nil { state.codeGate = [] } }
            return state.codeGate ?? []
        }
        for code in held { if let error { code.resume(throwing: error) } else { code.resume() } }
    }

    func waitForCodes() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            let isOpen = state.withLock { state in
                guard state.codeGate != nil else { return true }
                state.codeGate?.append(continuation)
                return false
            }
            if isOpen { continuation.resume() }
        }
    }

    /// A line that can dial, with a made-up SIM.
    package func line(
        _ reference: String = "0", readiness: Line.Readiness = .ready, emergency: EmergencyFacts = EmergencyFacts()
    ) -> Line {
        Line(
            key: LineKey(backend: name, reference: reference), iccid: "89860000000000000\(reference)",
            label: "Line \(reference)", readiness: readiness, emergency: emergency)
    }

    package func run() async {
        report.yield(.available)
        // Ends with its task: a stream that nobody feeds and that cancellation finishes.
        for await _ in AsyncStream<Never>.makeStream().stream {}
    }

    package func dial(_ digits: String, on line: LineKey, as call: CallID) async throws -> String {
        try await place(.dial(digits, line), as: call)
    }

    package func dialEmergency(_ digits: String, on line: LineKey, as call: CallID) async throws -> String {
        try await place(.dialEmergency(digits, line), as: call)
    }

    private func place(_ command: Command, as call: CallID) async throws -> String {
        try carryOut(command) { $0.dialed.append(call) }
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard state.gate != nil else { return true }
                state.gate?.append(continuation)
                return false
            }
            if isOpen { continuation.resume() }
        }
        let failure = state.withLock { state in
            defer { state.lateFailure = nil }
            return state.lateFailure
        }
        if let failure { throw failure }
        return "call/\(call.uuid)"
    }

    package func answer(_ call: CallID) async throws { try carryOut(.answer(call)) }
    package func hangUp(_ call: CallID) async throws { try carryOut(.hangUp(call)) }
    package func sendTone(_ tone: Character, on call: CallID) async throws { try carryOut(.tone(tone, call)) }

    func carryOut(_ command: Command, then: (inout sending State) -> Void = { _ in }) throws {
        let failure = state.withLock { state in
            state.commands.append(command)
            guard state.failures.isEmpty else { return state.failures.removeFirst() as TelephonyError? }
            then(&state)
            return nil
        }
        note.yield(command)
        if let failure { throw failure }
    }
}
