// SPDX-License-Identifier: Apache-2.0

extension Bus {
    /// Runs a body for a connection, and cancels it when the connection goes, because then nobody waits for its result.
    ///
    /// For what changes nothing alone: what was begun for an app that goes is finished otherwise.
    /// - Parameter name: its unique name; nil, the other end of a connection to a peer, goes with the bus.
    package nonisolated func whileConnected<Result: Sendable>(
        _ name: String?, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard let name else { return try await body() }
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                for await owner in try await self.nameOwners(of: name) where owner == nil { break }
                return nil
            }
            if let result = try await group.next() ?? nil {
                group.cancelAll()
                return result
            }
            group.cancelAll()
            // What the body has made all the same is the caller's, who has to tidy it up.
            guard let result = try await group.next() ?? nil else { throw CancellationError() }
            return result
        }
    }
}
