// SPDX-License-Identifier: Apache-2.0

extension Context {
    /// Waits for what may wait for a modem, the network or the person, and says so when it takes long.
    func patiently<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await operation() }
            group.addTask { [terminal, silence] in
                try await Task.sleep(for: silence)
                terminal.complain(
                    "Waiting for the network, or for you: a question may be on your screen or at dialtone agent.")
                return nil
            }
            defer { group.cancelAll() }
            while let value = try await group.next() { if let value { return value } }
            throw CancellationError()
        }
    }
}
