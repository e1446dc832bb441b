// SPDX-License-Identifier: Apache-2.0

/// A wait that took too long.
package struct DeadlineExceeded: Error, CustomStringConvertible {
    package var description: String
}

/// Runs an operation and gives up on it after a time, so that a test that waits for an event fails instead of hanging.
package func within<Value: Sendable>(
    _ limit: Duration = .seconds(120), _ what: String = "the event",
    _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw DeadlineExceeded(description: "waited \(limit) in vain for \(what)")
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw CancellationError() }
        return first
    }
}
