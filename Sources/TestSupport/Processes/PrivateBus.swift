// SPDX-License-Identifier: Apache-2.0
package import DBus

/// A message bus of its own for one test, in the role of the system bus.
package final class PrivateBus: Sendable {
    package static let daemon = "/usr/bin/dbus-daemon"

    package let folder: ScratchFolder
    package let address: String
    private let process: ChildProcess

    /// What a program finds this bus by.
    package var environment: [String: String] {
        ["DBUS_SYSTEM_BUS_ADDRESS": address, "DBUS_SESSION_BUS_ADDRESS": address]
    }

    package init(_ folder: ScratchFolder) throws {
        self.folder = folder
        address = "unix:path=\(folder.file("bus"))"
        try folder.write(Self.configuration(address), to: "bus.conf")
        process = try ChildProcess(
            [Self.daemon, "--config-file=\(folder.file("bus.conf"))", "--nofork", "--nopidfile", "--print-address"],
            log: folder.file("bus.log"))
        // It prints its address once it listens.
        try Appearance.wait(for: "bus.log", notEmpty: true, in: folder)
    }

    /// A connection on a loop of the test's.
    package func connect(_ loop: EventLoop) throws -> Bus { try Bus(.address(address), loop: loop) }

    package func stop() { process.kill() }

    private static func configuration(_ address: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
          <policy context="default"><allow user="*"/><allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
        """
    }
}
