// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Glibc

/// What SIGINT, SIGTERM and SIGHUP do to a command.
///
/// They let it end by itself (for monitor that is the usual end); what does not is ended a moment later.
struct Interruption {
    private static let patience = DispatchTimeInterval.seconds(2)

    private let sources: [any DispatchSourceSignal]

    init(of command: Task<Int32, Never>) {
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { @Sendable in
                command.cancel()
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { _exit(128 + number) }
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
