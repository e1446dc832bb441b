// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Glibc

/// What SIGINT, SIGTERM and SIGHUP do to a command.
///
/// The first lets it end by itself (for monitor that is the usual end); the second does not wait for that.
struct Interruption {
    private let sources: [any DispatchSourceSignal]

    init(of command: Task<Int32, Never>) {
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { @Sendable in
                if command.isCancelled { _exit(128 + number) }
                command.cancel()
            }
            source.resume()
            return source
        }
    }

    /// Listens no more.
    func stop() {
        for source in sources { source.cancel() }
    }
}
