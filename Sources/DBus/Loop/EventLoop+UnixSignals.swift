// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc

extension EventLoop {
    /// The Unix signals of these numbers that the process gets, from now on.
    ///
    /// Blocks them for the calling thread, the loop's, and threads made later; so call it first thing in a program.
    package func unixSignals(_ numbers: [Int32]) -> AsyncStream<Int32> {
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in numbers { sigaddset(&mask, number) }
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        post { [mask] in
            var mask = mask
            pthread_sigmask(SIG_BLOCK, &mask, nil)
        }
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(64))
        let source = UnixSignalSource(mask: mask, continuation: continuation)
        add(source)
        continuation.onTermination = { [weak self] _ in
            self?.post { [weak self] in self?.remove(source) }
        }
        return stream
    }
}
