// SPDX-License-Identifier: Apache-2.0
package import Telephony

/// Stands for a backend whose bus cannot be reached at all, so that every call says why.
package struct UnreachableBackend: Backend {
    package let name: String
    package let events: AsyncStream<BackendEvent>
    private let reason: String

    package init(name: String, reason: String) {
        self.name = name
        self.reason = reason
        events = AsyncStream { continuation in
            continuation.yield(.unavailable(reason))
            continuation.finish()
        }
    }

    package func run() async {}
    package func dial(_ digits: String, on line: LineKey, as call: CallID) async throws -> String { throw error }
    package func answer(_ call: CallID) async throws { throw error }
    package func hangUp(_ call: CallID) async throws { throw error }
    package func sendTone(_ tone: Character, on call: CallID) async throws { throw error }

    private var error: TelephonyError { TelephonyError(.modemServiceUnavailable, reason) }
}
