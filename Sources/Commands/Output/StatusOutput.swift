// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// How the daemon does, as this program prints it.
struct StatusOutput: Encodable, Hashable, Sendable {
    /// What calls go through.
    struct Backend: Encodable, Hashable, Sendable {
        var name: String
        /// Empty, or why it cannot be used.
        var problem: String
    }

    /// One SIM in one modem.
    struct Line: Encodable, Hashable, Sendable {
        var label: String
        /// nil without a readable SIM.
        var service: UUID?
        /// Empty, or why it cannot dial.
        var problem: String

        private enum CodingKeys: String, CodingKey {
            case label, service, problem
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(label, forKey: .label)
            try container.encode(service, forKey: .service)
            try container.encode(problem, forKey: .problem)
        }
    }

    var version: String
    var developerMode: Bool
    var simulated: Bool
    /// How many are up.
    var conversations: Int
    /// Empty, or why rows cannot be written.
    var historyProblem: String
    /// Empty, or why no country's emergency numbers are known.
    var emergencyProblem = ""
    /// Whether the daemon starts at login; nil where there is no systemd to do that.
    var startsAtLogin: Bool?
    /// Whether another version is installed than the one that runs.
    var replaced = false
    var backends: [Backend]
    var lines: [Line]
    /// Every role, held or not; none when they cannot be read.
    var roles: [RoleOutput] = []
    /// Why the roles cannot be read; nil when they can.
    var rolesProblem: String?
}
