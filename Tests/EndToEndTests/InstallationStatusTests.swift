// SPDX-License-Identifier: Apache-2.0
import DBus
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// What `dialtone status` says about how the daemon is installed.
@Suite(.needsDialtone)
struct `The status of the installation` {
    /// Of what `dialtone status --json` prints.
    private struct Printed: Decodable {
        var replaced: Bool
        var startsAtLogin: Bool?
        var emergencyProblem: String

        init(_ rig: DialtoneRig) async throws {
            self = try Self(printed: try await rig.ask("status", "--json"))
        }
    }

    /// The person's systemd, as far as it is asked: one unit, which others want.
    private static func export(wantedBy others: [String], on bus: isolated Bus) throws {
        let load = Method("LoadUnit", arguments: ["name"], results: ["unit"]) {
            (_: CallContext, _: String) async throws -> ObjectPath in "/org/freedesktop/systemd1/unit/dialtoned"
        }
        try bus.export(
            Interface("org.freedesktop.systemd1.Manager", methods: [load]), at: "/org/freedesktop/systemd1")
        try bus.export(
            Interface("org.freedesktop.systemd1.Unit", properties: [Property("WantedBy", .silent) { others }]),
            at: "/org/freedesktop/systemd1/unit/dialtoned")
    }

    @Test(arguments: [["default.target"], []]) func `says who starts it`(_ others: [String]) async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            #expect(try await Printed(rig).startsAtLogin == nil)
            try await Self.export(wantedBy: others, on: rig.connection)
            try await rig.connection.requestName("org.freedesktop.systemd1")
            #expect(try await Printed(rig).startsAtLogin == !others.isEmpty)
        }
    }

    @Test func `says that its program was replaced`() async throws {
        try await DialtoneRig.run(on: .simulated("manual"), startsDaemon: false) { rig in
            let program = rig.folder.file("dialtoned")
            try await rig.startDaemon(
                under: ["/bin/sh", "-c", #"cp "$1" \#(program) && shift && exec \#(program) "$@""#, "sh"])
            #expect(try await !Printed(rig).replaced)
            // As install(1) does it.
            unlink(program)
            try rig.folder.write("", to: "dialtoned")
            #expect(try await Printed(rig).replaced)
        }
    }

    @Test func `says that no country's numbers are known`() async throws {
        try await DialtoneRig.run(on: .simulated("manual"), startsDaemon: false) { rig in
            let program = rig.folder.file("dialtoned")
            try await rig.startDaemon(
                under: ["/bin/sh", "-c", #"cp "$1" \#(program) && shift && exec \#(program) "$@""#, "sh"])
            // A program without the library beside it.
            #expect(try await Printed(rig).emergencyProblem.contains("emergency numbers are not known"))
        }
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let printed = try await Printed(rig)
            #expect(printed.emergencyProblem.isEmpty)
        }
    }
}
