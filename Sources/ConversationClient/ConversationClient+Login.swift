// SPDX-License-Identifier: Apache-2.0
import DBus

extension ConversationClient {
    /// How long the manager of the person's units may take.
    private static let managerDeadline = Duration.seconds(2)

    /// Whether the daemon starts at login, by what systemd says on the session bus; nil where it is not there.
    package func startsAtLogin() async -> Bool? {
        guard !isPeer, let bus = try? connected() else { return nil }
        let manager = "org.freedesktop.systemd1"
        let load = MethodAddress(
            destination: manager, path: "/org/freedesktop/systemd1", interface: "\(manager).Manager",
            member: "LoadUnit")
        guard
            let unit = try? await bus.call(
                load, "dialtoned.service", deadline: Self.managerDeadline, autoStart: false,
                returning: ObjectPath.self)
        else { return nil }
        let get = MethodAddress(
            destination: manager, path: unit, interface: "org.freedesktop.DBus.Properties", member: "Get")
        let wanting = try? await bus.call(
            get, "\(manager).Unit", "WantedBy", deadline: Self.managerDeadline, autoStart: false,
            returning: Variant.self)
        return wanting?.strings.map { !$0.isEmpty }
    }
}
