// SPDX-License-Identifier: Apache-2.0
package import Telephony

/// Finds out who is at the other end of a connection.
package protocol CallerIdentifying: Sendable {
    /// - Parameter sender: the connection's unique name; nil for the peer of a peer-to-peer connection.
    func identify(_ sender: String?) async throws -> Caller

    /// Why a terminal screen of this connection must not show prompts; nil when it may.
    func terminalProblem(of sender: String?) async throws -> String?
}

extension CallerIdentifying {
    package func terminalProblem(of sender: String?) async throws -> String? { nil }
}

/// The same answer for everybody: for a service in the app's own process, where the app is known.
package struct KnownCaller: CallerIdentifying {
    private let caller: Caller

    package init(_ caller: Caller) { self.caller = caller }

    package func identify(_ sender: String?) async throws -> Caller { caller }
}
