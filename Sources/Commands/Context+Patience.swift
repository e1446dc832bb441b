// SPDX-License-Identifier: Apache-2.0

extension Context {
    /// What is waited for where nothing else is said.
    private static let somebody =
        "Waiting for the network, or for you: a question may be on your screen or at dialtone agent."

    /// Waits for what may wait for a modem, the network, the person or a disk, and says so when it takes long.
    func patiently<Value: Sendable>(
        saying sentence: String = somebody, _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await operation() }
            group.addTask { [terminal, silence] in
                try await Task.sleep(for: silence)
                terminal.complain(sentence)
                return nil
            }
            defer { group.cancelAll() }
            while let value = try await group.next() { if let value { return value } }
            throw CancellationError()
        }
    }

    /// Waits for what the daemon reads or writes in the history, and says so when its disk takes long.
    func history<Value: Sendable>(
        _ operation: @escaping @Sendable (any Daemon) async throws -> Value
    ) async throws -> Value {
        try await patiently(saying: "Waiting for the daemon to read its history; its disk may be slow.") { [daemon] in
            try await operation(daemon)
        }
    }
}
