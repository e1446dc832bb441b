// SPDX-License-Identifier: Apache-2.0
import DBus
import Glibc
import Synchronization

/// Notices that manifests came, went or changed (inotify(7)); sleeps until then.
///
/// Where the kernel has no watch left for this user it looks every two seconds, and asks for one again. All it does is
/// done on the loop that it is added to.
final class ManifestWatch: LoopSource {
    /// One element for one or more changes.
    let changes: AsyncStream<Void>

    /// Microseconds between two looks where the kernel does not tell.
    static let lookInterval: UInt64 = 2_000_000

    private struct State: ~Copyable {
        var watches: FolderWatches
        var hasBegun = false
        var fingerprint = 0
        /// Changes that the kernel has told of so far.
        var changeCount = 0
        /// When to look again, in microseconds of CLOCK_MONOTONIC.
        var nextLook: UInt64 = 0
    }

    private let state: Mutex<State>
    private let fingerprint: @Sendable () -> Int
    private let complain: @Sendable (String) -> Void
    private let announce: AsyncStream<Void>.Continuation

    /// Watches the manifests in some data directories, those that come later included.
    ///
    /// - Parameters:
    ///   - open: makes an inotify instance; a test refuses it.
    ///   - complain: hears why changes are looked for every two seconds, when they are.
    ///   - fingerprint: stands for the manifests as they are, for a look without the kernel's help.
    init(
        dataDirectories: [String],
        open: @escaping @Sendable () -> Int32 = { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) },
        complain: @escaping @Sendable (String) -> Void = { _ in },
        fingerprint: @escaping @Sendable () -> Int
    ) {
        self.fingerprint = fingerprint
        self.complain = complain
        state = Mutex(State(watches: FolderWatches(dataDirectories, open: open)))
        (changes, announce) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes in what the kernel has told up to now.
    ///
    /// - Returns: how many changes there were so far; nil where the kernel does not tell of all of them.
    func takeIn() -> Int? {
        state.withLock { state in
            begin(&state)
            drain(&state)
            return state.watches.isBlind ? nil : state.changeCount
        }
    }

    func prepare() -> LoopInterest {
        state.withLock { state in
            begin(&state)
            return LoopInterest(
                descriptor: state.watches.descriptor, events: Int16(POLLIN),
                deadline: state.watches.isBlind ? state.nextLook : .max)
        }
    }

    func dispatch(events: Int16) {
        state.withLock { state in
            if events & Int16(POLLIN) != 0 { drain(&state) } else if state.watches.isBlind { look(&state) }
        }
    }

    private func begin(_ state: inout State) {
        guard !state.hasBegun else { return }
        state.hasBegun = true
        state.watches.renew()
        noteProblem(of: &state, before: nil)
    }

    private func drain(_ state: inout State) {
        let problem = state.watches.problem
        guard state.watches.descriptor >= 0, state.watches.drain() else { return }
        state.changeCount += 1
        announce.yield()
        noteProblem(of: &state, before: problem)
    }

    private func look(_ state: inout State) {
        let now = Self.now
        guard now >= state.nextLook else { return }
        state.nextLook = now + Self.lookInterval
        state.watches.renew()
        let fingerprint = fingerprint()
        defer { state.fingerprint = fingerprint }
        guard fingerprint != state.fingerprint else { return }
        state.changeCount += 1
        announce.yield()
    }

    /// From here on it looks by itself, and needs to know what was there.
    private func noteProblem(of state: inout State, before: String?) {
        guard let problem = state.watches.problem, before == nil else { return }
        state.fingerprint = fingerprint()
        complain("changed manifests are looked for every two seconds: \(problem)")
    }

    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
    }
}
