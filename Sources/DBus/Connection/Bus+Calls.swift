// SPDX-License-Identifier: Apache-2.0
import CSystemd

extension Bus {
    /// Calls a method and returns its results: none, one, or a tuple.
    ///
    ///     try await bus.call(method, "a", deadline: .seconds(1))
    ///     let id = try await bus.call(method, "a", UInt32(1), deadline: .seconds(1), returning: String.self)
    ///     let (id, n) = try await bus.call(method, deadline: .seconds(1), returning: String.self, UInt32.self)
    ///
    /// Throws `DBusError`: the callee's, `noReply` after the deadline, `disconnected`, `invalidArguments` if the
    /// answer has other types; and `CancellationError`. After these the callee may still have done it.
    package func call<each Argument: DBusType, each Output: DBusType>(
        _ method: MethodAddress, _ arguments: repeat each Argument, deadline: Duration, autoStart: Bool = true,
        returning types: repeat (each Output).Type
    ) async throws -> sending (repeat each Output) {
        let message = try connection.makeCall(method, autoStart: autoStart)
        var writer = MessageWriter(message.pointer)
        repeat try (each arguments).write(to: &writer)
        let reply = try await answer(to: message, deadline: deadline)
        var reader = MessageReader(reply.pointer)
        return try (repeat (each Output)(from: &reader))
    }

    /// Calls a method and has its answer given to a closure on the loop, in the order in which messages come: what comes
    /// behind the answer is seen behind it. Throws `DBusError`; then the closure is not called.
    package func call<each Argument: DBusType, Output: DBusType>(
        _ method: MethodAddress, _ arguments: repeat each Argument, deadline: Duration,
        answer: @escaping @Sendable (Result<Output, any Error>) -> Void
    ) throws {
        let message = try connection.makeCall(method)
        var writer = MessageWriter(message.pointer)
        repeat try (each arguments).write(to: &writer)
        try connection.call(message, deadline: deadline) { result in
            answer(
                Result {
                    var reader = MessageReader(try result.get().pointer)
                    return try Output(from: &reader)
                })
        }
    }

    /// Calls a method without asking for an answer, and without starting anything. Throws `DBusError`.
    package func tell<each Argument: DBusType>(_ method: MethodAddress, _ arguments: repeat each Argument) throws {
        let message = try connection.makeCall(method, autoStart: false)
        message.expectNoReply()
        var writer = MessageWriter(message.pointer)
        repeat try (each arguments).write(to: &writer)
        try connection.send(message)
    }

    /// Waits until the other side (the bus, or the peer) has answered; then a bus has given the unique name.
    package func ping(deadline: Duration) async throws {
        try await call(
            MethodAddress(
                destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus.Peer", member: "Ping"),
            deadline: deadline)
    }

    private func answer(to message: Message, deadline: Duration) async throws -> Message {
        let cancellation = CallCancellation()
        return try await withTaskCancellationHandler {
            try await withTaskExecutorPreference(loop) { try await wait(for: message, deadline, cancellation) }
        } onCancel: {
            // After the call is on its way, even if the task was cancelled before.
            loop.post { [connection] in cancellation.id.map(connection.cancel) }
        }
    }

    private func wait(
        for message: Message, _ deadline: Duration, _ cancellation: CallCancellation
    ) async throws -> Message {
        try await withUnsafeThrowingContinuation { continuation in
            do {
                cancellation.id = try connection.call(message, deadline: deadline) { continuation.resume(with: $0) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}

/// The call to cancel; on the loop's thread only.
private final class CallCancellation: @unchecked Sendable {
    var id: UInt64?
}
