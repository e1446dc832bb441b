// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials

/// How the daemon and its lines do, for a person who wonders why a call does not work.
package struct ServiceStatus: Hashable, Sendable {
    package struct BackendStatus: Hashable, Sendable {
        package var name: String
        /// Why it cannot be used; nil when it can.
        package var trouble: String?
    }

    package struct LineStatus: Hashable, Sendable {
        package var label: String
        package var service: UUID?
        /// Why it cannot dial; nil when it can.
        package var trouble: String?
    }

    package var isInDeveloperMode: Bool
    package var isSimulated: Bool
    package var backends: [BackendStatus]
    package var lines: [LineStatus]
    /// Why rows cannot be written; nil when they can.
    package var historyTrouble: String?
    /// Why no country's emergency numbers are known; nil when they are.
    package var emergencyTrouble: String?
    /// How many conversations are up.
    package var conversations: Int
}
