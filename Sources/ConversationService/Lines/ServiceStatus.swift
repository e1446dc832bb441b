// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials

/// How the daemon and its lines do, for a person who wonders why a call does not work.
package struct ServiceStatus: Hashable, Sendable {
    /// How a source of lines does.
    package struct BackendStatus: Hashable, Sendable {
        /// The backend's name.
        package var name: String
        /// Why it cannot be used; nil when it can.
        package var trouble: String?
    }

    /// How a line does.
    package struct LineStatus: Hashable, Sendable {
        /// What a person recognises it by.
        package var label: String
        /// The cellular service; nil without a readable SIM.
        package var service: UUID?
        /// Why it cannot dial; nil when it can.
        package var trouble: String?
    }

    /// Whether the daemon was started with --developer-mode.
    package var isInDeveloperMode: Bool
    /// Whether the network is simulated.
    package var isSimulated: Bool
    /// The sources of lines.
    package var backends: [BackendStatus]
    /// The lines.
    package var lines: [LineStatus]
    /// Why rows cannot be written; nil when they can.
    package var historyTrouble: String?
    /// Why no country's emergency numbers are known; nil when they are.
    package var emergencyTrouble: String?
    /// How many conversations are up.
    package var conversations: Int
}
