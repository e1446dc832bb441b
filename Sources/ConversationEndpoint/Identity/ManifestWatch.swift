// SPDX-License-Identifier: Apache-2.0
package import DBus
import Glibc
import Synchronization

/// Notices that manifests came, went or changed (inotify(7)); sleeps until then.
///
/// Where the kernel has no watch left for this user it looks every two seconds, and asks for one again.
package final class ManifestWatch: LoopSource {
    /// One element for one or more changes.
    package let changes: AsyncStream<Void>
    /// Why changes are looked for every two seconds; nil when they are told.
    package var problem: String? {
        state.withLock { $0.watches.problem }.map { "changed manifests are looked for every two seconds: \($0)" }
    }

    /// Microseconds between two looks where the kernel does not tell.
    static let lookInterval: UInt64 = 2_000_000

    private struct State: ~Copyable {
        var watches: FolderWatches
        var fingerprint: Int
        /// When to look again, in microseconds of CLOCK_MONOTONIC.
        var nextLook: UInt64 = 0
    }

    private let state: Mutex<State>
    private let fingerprint: @Sendable () -> Int
    private let announce: AsyncStream<Void>.Continuation

    /// Watches the manifests in some data directories, those that come later included.
    ///
    /// - Parameters:
    ///   - open: makes an inotify instance; a test refuses it.
    ///   - fingerprint: stands for the manifests as they are, for a look without the kernel's help.
    package init(
        dataDirectories: [String],
        open: @escaping @Sendable () -> Int32 = { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) },
        fingerprint: @escaping @Sendable () -> Int
    ) {
        self.fingerprint = fingerprint
        var watches = FolderWatches(dataDirectories, open: open)
        watches.renew()
        state = Mutex(State(watches: watches, fingerprint: watches.isBlind ? fingerprint() : 0))
        (changes, announce) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    package func prepare() -> LoopInterest {
        state.withLock { state in
            LoopInterest(
                descriptor: state.watches.descriptor, events: Int16(POLLIN),
                deadline: state.watches.isBlind ? state.nextLook : .max)
        }
    }

    package func dispatch(events: Int16) {
        let hasChanged = state.withLock { state in
            if events & Int16(POLLIN) != 0 { return state.watches.drain() }
            return state.watches.isBlind && look(&state)
        }
        if hasChanged { announce.yield() }
    }

    private func look(_ state: inout State) -> Bool {
        let now = Self.now
        guard now >= state.nextLook else { return false }
        state.nextLook = now + Self.lookInterval
        state.watches.renew()
        let fingerprint = fingerprint()
        defer { state.fingerprint = fingerprint }
        return fingerprint != state.fingerprint
    }

    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
    }
}
