// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// What moves a session of a code on, while the network waits for an answer.
enum CodeInput: Sendable {
    case typed(String)
    case nothingMore
    /// The session is over, and nobody asked for that here.
    case sessionEnded

    /// What is typed and what becomes of the session, in the order in which it happens.
    struct Turns {
        fileprivate var inputs: AsyncStream<CodeInput>.Iterator
        fileprivate let wanted: AsyncStream<Void>.Continuation

        /// The next of them; a line is read only now. nil: interrupted.
        mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> CodeInput? {
            wanted.yield()
            return await inputs.next(isolation: actor)
        }
    }

    /// Lets a body go from turn to turn of a session.
    static func reading<Result: Sendable>(
        _ terminal: any Terminal, _ session: String, _ ends: AsyncStream<ClientEvent>,
        _ body: (inout Turns) async throws -> Result
    ) async throws -> Result {
        let (inputs, queue) = AsyncStream<CodeInput>.makeStream()
        let (turns, wanted) = AsyncStream<Void>.makeStream()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                var lines = terminal.typedLines().makeAsyncIterator()
                for await _ in turns { queue.yield(await lines.next().map(CodeInput.typed) ?? .nothingMore) }
            }
            group.addTask {
                for await event in ends where event == .codeEnded(session) { queue.yield(.sessionEnded) }
            }
            var turns = Turns(inputs: inputs.makeAsyncIterator(), wanted: wanted)
            return try await body(&turns)
        }
    }
}
