// SPDX-License-Identifier: Apache-2.0
package import Telephony

/// Finds out who is at the other end of a connection.
package protocol CallerIdentifying: Sendable {
    /// - Parameter sender: the connection's unique name; nil for the peer of a peer-to-peer connection.
    func identify(_ sender: String?) async throws -> Caller

    /// Finds out anew who that is, when manifests have changed.
    ///
    /// - Parameter known: who it was when it was an app last. A program whose file a newer version has taken the place of
    ///   is that app still.
    func identify(_ sender: String?, after known: Caller) async throws -> Caller

    /// Why the process of this connection cannot show anything now; nil when it can.
    func stopProblem(of sender: String?) async throws -> String?

    /// Why a terminal screen of this connection must not show prompts; nil when it may.
    func terminalProblem(of sender: String?) async throws -> String?
}

extension CallerIdentifying {
    package func identify(_ sender: String?, after known: Caller) async throws -> Caller { try await identify(sender) }

    package func stopProblem(of sender: String?) async throws -> String? { nil }

    package func terminalProblem(of sender: String?) async throws -> String? { nil }
}
