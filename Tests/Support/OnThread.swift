// SPDX-License-Identifier: Apache-2.0
import Dispatch

/// Runs what blocks on a thread of its own, and not on one of the few that tasks run on.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "a blocking wait").async { continuation.resume(with: Result { try body() }) }
    }
}
