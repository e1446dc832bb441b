// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// Waiting for something to become of the lines or the conversations.
extension Switchboard {
    /// Returns when a condition holds, at an instant, or when the service ends; the condition is looked at again whenever
    /// a line or a conversation has changed.
    func waitForChange(
        until instant: Duration, _ isMet: @escaping @Sendable (isolated Switchboard) -> Bool
    ) async {
        guard !isMet(self) else { return }
        let (changes, tell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let watcher = UUID()
        watchers[watcher] = tell
        defer { watchers[watcher] = nil }
        await withTaskGroup { group in
            group.addTask { [time = parts.time] in
                try? await time.sleep(until: instant)
                tell.finish()
            }
            defer { group.cancelAll() }
            for await _ in changes where isMet(self) { return }
        }
    }

    /// A line or a conversation has changed.
    func tellWatchers() { for watcher in watchers.values { watcher.yield() } }

    /// Dials as a job of the service, so that a caller who goes away leaves no call half dialed.
    ///
    /// Returns when a modem took the call. Throws what kept it from that, and `wrongState` at once when the call is given
    /// up: a modem that is mute may keep hold of it for a while.
    func awaitDial(of id: UUID, _ dial: @escaping @Sendable () async throws -> Void) async throws {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            // Given up since it was placed: an `await` is a place where others run.
            guard isWanted(id) else {
                apply(.dialFailed(.localHangUp), to: id)
                return done.resume(throwing: Self.givenUp)
            }
            dialing[id] = done
            let isTaken = spawn { [self] in
                let result: Result<Void, any Error>
                do { result = .success(try await dial()) } catch {
                    result = .failure(error is CancellationError ? Self.mayBeUp : error)
                }
                await settleDial(of: id, result)
            }
            guard !isTaken else { return }
            apply(.dialFailed(.failed(Self.hasEnded.message)), to: id)
            settleDial(of: id, .failure(Self.hasEnded))
        }
    }

    /// Whether it has neither ended nor been given up.
    func isWanted(_ id: UUID) -> Bool {
        guard let machine = registry[id]?.machine else { return false }
        return machine.isLive && machine.phase != .ending
    }

    /// Whoever waits for the modem to take a call is told, once.
    func settleDial(of id: UUID, _ result: Result<Void, any Error>) {
        dialing.removeValue(forKey: id)?.resume(with: result)
    }

    private static let mayBeUp = TelephonyError(
        .serviceUnavailable, "dialtoned is ending, and the call may be up; look at the calls once it is back")

    static let givenUp = TelephonyError(.wrongState, "the call was ended before a modem took it")
}
