// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// Where SIGTERM and SIGINT are written to.
private let signalled = Atomic<Int32>(-1)

/// A pipe that makes a poll loop end, from any thread or from a signal.
final class StopSignal: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    /// Throws `SocketFailure` when there are no descriptors left.
    init() throws(SocketFailure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0, ends.allSatisfy(setNonBlocking) else { throw SocketFailure("a pipe") }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        _ = signalled.compareExchange(expected: writeEnd, desired: -1, ordering: .relaxed)
        close(readEnd)
        close(writeEnd)
    }

    func raise() { Self.write(to: writeEnd) }

    /// Raised by SIGTERM and SIGINT from now on.
    func catchSignals() {
        signalled.store(writeEnd, ordering: .relaxed)
        for number in [SIGTERM, SIGINT] {
            signal(number) { _ in StopSignal.write(to: signalled.load(ordering: .relaxed)) }
        }
    }

    private static func write(to descriptor: Int32) {
        var byte: UInt8 = 0
        _ = Glibc.write(descriptor, &byte, 1)
    }
}
