// SPDX-License-Identifier: Apache-2.0
import DBus
import Glibc
import TestSupport
import Testing

/// The daemon's log goes to a pipe that nobody reads any more.
@Suite(.serialized, .needsDialtone)
struct `When nobody reads the log` {
    /// Starts a daemon whose log is a pipe, and returns the pipe's reading end once the daemon serves.
    private func start(_ rig: DialtoneRig) async throws -> Int32 {
        let pipe = rig.folder.file("log")
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        let words = [BuiltProgram.path("dialtoned")] + rig.daemonArguments
        _ = try rig.start(["/bin/sh", "-c", #"exec "$@" 2> "$0""#, pipe] + words)
        let owners = try await rig.connection.nameOwners(of: DialtoneRig.busName)
        try await within(DialtoneRig.deadline, "the daemon") {
            for await owner in owners where owner != nil { return }
        }
        return reader
    }

    /// Has the daemon complain of a manifest.
    private func complain(_ rig: DialtoneRig) throws {
        try rig.folder.write("{}", to: "\(DialtoneRig.apps)/org.example.bad/Info.plist")
    }

    @Test func `because its reader has ended, the daemon goes on`() async throws {
        try await DialtoneRig.run(on: .simulated("manual"), startsDaemon: false) { rig in
            close(try await start(rig))
            try complain(rig)
            _ = try await rig.dial()
            #expect(try await rig.calls().count == 1)
        }
    }

    @Test func `because its reader waits, the daemon goes on`() async throws {
        try await DialtoneRig.run(on: .simulated("manual"), startsDaemon: false) { rig in
            let reader = try await start(rig)
            defer { close(reader) }
            let filler = [UInt8](repeating: 0, count: Int(PIPE_BUF))
            while write(reader, filler, filler.count) > 0 {}
            try complain(rig)
            _ = try await rig.dial()
            #expect(try await rig.calls().count == 1)
        }
    }
}
