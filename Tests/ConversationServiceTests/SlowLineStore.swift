// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Synchronization
import Telephony
import TestSupport

/// A store of lines on a disk that hangs until a test says otherwise.
final class SlowLineStore: LineStore {
    private let store = MemoryStore()
    private struct State {
        var hangs = true
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    /// Whether somebody waits for it.
    var isWaitedFor: Bool { waiting > 0 }

    /// How many wait for it.
    var waiting: Int { state.withLock(\.waiting.count) }

    /// From now on it answers.
    func letThrough() {
        let waiting = state.withLock { state in
            defer { state = State(hangs: false) }
            return state.waiting
        }
        waiting.forEach { $0.resume() }
    }

    /// From now on it hangs.
    func hold() { state.withLock { $0.hangs = true } }

    /// As a system call that hangs does, it does not care whether its task is cancelled.
    private func hang() async {
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                if state.hangs { state.waiting.append(continuation) }
                return !state.hangs
            }
            if goesOn { continuation.resume() }
        }
    }

    func serviceIdentifier(forICCID iccid: String) async throws -> UUID {
        await hang()
        return try await store.serviceIdentifier(forICCID: iccid)
    }
    func switchedOffModems() async throws -> Set<String> { [] }
    func setSwitchedOff(_ off: Bool, modem: String) async throws {}
    func lineSettings() async throws -> LineSettings {
        await hang()
        return try await store.lineSettings()
    }
    func setDefaultService(_ service: UUID?) async throws {
        await hang()
        try await store.setDefaultService(service)
    }
    func remember(_ service: UUID?, for number: String) async throws {
        await hang()
        try await store.remember(service, for: number)
    }
}
