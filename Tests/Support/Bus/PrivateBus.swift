// SPDX-License-Identifier: Apache-2.0
package import DBus
package import Glibc

/// A real dbus-daemon of a test's own in a scratch folder; works as root and as an ordinary user.
///
/// It takes any user who gets at its socket, and only the test's own gets into the folder.
/// Ended, by its pid, with the last reference to it.
package final class PrivateBus: Sendable {
    /// Where it listens.
    package let address: String
    private let process: ChildProcess
    /// Its folder; `.service` files go into `services`.
    package let folder: ScratchFolder

    /// What programs find it by, whether they look for a session or a system bus.
    package var environment: [String: String] {
        ["DBUS_SYSTEM_BUS_ADDRESS": address, "DBUS_SESSION_BUS_ADDRESS": address]
    }

    /// The program, or nil where it is not installed: such tests report themselves skipped.
    package static let program: String? = ["/usr/bin/dbus-daemon", "/bin/dbus-daemon", "/usr/local/bin/dbus-daemon"]
        .first { path in
            access(path, X_OK) == 0
        }

    /// Starts a daemon and returns once it listens. Throws `DBusError`.
    ///
    /// - Parameters:
    ///   - environment: what services that it activates get besides the address, as `NAME=value`.
    ///   - admitsEverybody: other users reach its socket, which no session bus lets them.
    package convenience init(environment: [String] = [], admitsEverybody: Bool = false) throws {
        let folder = try ScratchFolder()
        mkdir(folder.file("services"), 0o755)
        try folder.write(Self.configuration(folder.path, admitsEverybody: admitsEverybody), to: Self.configurationFile)
        try self.init(in: folder, environment)
    }

    /// Starts another daemon where one that has ended was.
    package convenience init(inPlaceOf other: PrivateBus) throws { try self.init(in: other.folder, []) }

    private init(in folder: ScratchFolder, _ environment: [String]) throws {
        guard let program = Self.program else { throw DBusError(DBusError.noServer, "no dbus-daemon is installed") }
        self.folder = folder
        let words = [
            "--config-file=\(folder.file(Self.configurationFile))", "--nofork", "--nopidfile", "--print-address=3",
        ]
        (process, address) = try ChildProcess.ready(
            [program] + words, environment: Self.inherited + environment, saying: 3, log: folder.file("bus.log"))
    }

    private static let configurationFile = "bus.conf"

    deinit {
        process.signal(SIGTERM)
        process.collect()
    }

    /// The daemon's process.
    package var pid: pid_t { process.pid }

    /// Connects a bus to it. Throws `DBusError`.
    package func connect(_ loop: EventLoop) async throws -> Bus {
        let bus = try Bus(.address(address), loop: loop)
        await bus.start()
        return bus
    }

    /// Makes a name activatable: the command is started when somebody calls the name. Throws `DBusError`.
    package func addService(_ name: String, command: String) throws {
        try folder.write("[D-BUS Service]\nName=\(name)\nExec=\(command)\n", to: "services/\(name).service")
    }

    /// Ends the daemon at once, as a crash would.
    package func kill() { process.kill() }

    private static let inherited = ["PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"]

    private static func configuration(_ folder: String, admitsEverybody: Bool) -> String {
        // Other users cannot enter the folder: their socket has no path.
        let socket = admitsEverybody ? "unix:abstract" : "unix:path"
        return """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>\(socket)=\(folder)/bus</listen>
              <auth>EXTERNAL</auth>
              <servicedir>\(folder)/services</servicedir>
              <policy context="default">
                <allow user="*"/>
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
              <limit name="service_start_timeout">10000</limit>
              <!-- As on a session bus, which lets everything through that is a message at all. -->
              <limit name="max_incoming_bytes">1000000000</limit>
              <limit name="max_outgoing_bytes">1000000000</limit>
              <limit name="max_message_size">1000000000</limit>
              <limit name="max_replies_per_connection">50000</limit>
              <limit name="max_match_rules_per_connection">50000</limit>
              <limit name="max_completed_connections">100000</limit>
              <limit name="max_connections_per_user">100000</limit>
            </busconfig>
            """
    }
}
