// SPDX-License-Identifier: Apache-2.0
import Synchronization

@testable import Commands

/// Keeps what is printed.
final class RecordingTerminal: Terminal {
    private let state = Mutex<(output: [String], errors: [String])>(([], []))
    /// Lines that are read before the reader goes away; nil: it stays.
    private let readLimit: Int?

    /// What the person types, when it is their turn.
    let typing: AsyncStream<String>.Continuation
    private let typed: AsyncStream<String>

    /// What the person types unseen.
    private let secret: String?

    let columns: Int?

    init(readLimit: Int? = nil, secret: String? = nil, columns: Int? = nil) {
        self.columns = columns
        self.secret = secret
        self.readLimit = readLimit
        (typed, typing) = AsyncStream.makeStream()
    }

    func typedSecret() -> String? { secret }
    func typedLines() -> AsyncStream<String> { typed }

    var output: [String] { state.withLock { $0.output } }
    var errors: [String] { state.withLock { $0.errors } }

    func print(_ line: String) throws {
        try state.withLock { state in
            if state.output.count == readLimit { throw OutputClosed() }
            state.output.append(line)
        }
    }

    func complain(_ line: String) { state.withLock { $0.errors.append(line) } }
}
