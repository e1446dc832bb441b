// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc

/// Reads Unix signals from a signalfd.
final class UnixSignalSource: LoopSource {
    private let descriptor: Int32
    private let continuation: AsyncStream<Int32>.Continuation

    init(mask: sigset_t, continuation: AsyncStream<Int32>.Continuation) {
        var mask = mask
        descriptor = signalfd(-1, &mask, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        self.continuation = continuation
    }

    deinit { close(descriptor) }

    func prepare() -> LoopInterest { LoopInterest(descriptor: descriptor, events: Int16(POLLIN)) }

    func dispatch(events: Int16) {
        guard events & Int16(POLLIN) != 0 else { return }
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        while read(descriptor, &information, size) == size {
            continuation.yield(Int32(information.ssi_signo))
        }
    }
}
