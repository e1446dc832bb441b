// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// How the daemon does and who holds the roles, as `dialtone status` tells it.
struct StatusReport: Sendable, PrintedAsJSON {
    let info: StatusInfo
    /// nil where there is no systemd to start it.
    let startsAtLogin: Bool?
    /// Every role, held or not; none when they cannot be read.
    private(set) var roles: [HeldRole] = []
    /// Why the roles cannot be read.
    private(set) var rolesProblem: String?

    init(_ daemon: any Daemon) async throws {
        info = try await daemon.status()
        startsAtLogin = await daemon.startsAtLogin()
        do {
            roles = try await daemon.everyRole()
        } catch let error as TelephonyError {
            // What else there is to say is needed most just then.
            rolesProblem = error.message
        }
    }

    /// Whether another version is installed than the one that runs.
    var isReplaced: Bool { info.isReplaced || info.version != dialtoneVersion }

    var json: JSONValue {
        .object([
            "version": .text(info.version), "developerMode": .flag(info.isInDeveloperMode),
            "simulated": .flag(info.isSimulated), "conversations": .number(Double(info.conversations)),
            "historyProblem": .text(info.historyTrouble), "emergencyProblem": .text(info.emergencyTrouble),
            "startsAtLogin": startsAtLogin.map(JSONValue.flag) ?? .null, "replaced": .flag(isReplaced),
            "backends": .list(
                info.backends.map { .object(["name": .text($0.name), "problem": .text($0.trouble)]) }),
            "lines": .list(
                info.lines.map {
                    .object(["label": .text($0.label), "service": .known($0.service), "problem": .text($0.trouble)])
                }),
            "roles": .list(roles.map(\.json)), "rolesProblem": .known(rolesProblem),
        ])
    }
}
