// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Who starts the daemon, and what is said when nobody can.
@Suite(.serialized, .needsDialtone)
struct `The daemon on the session bus` {
    @Test func `is started by the bus for whoever calls it, again after it was killed`() async throws {
        try await DialtoneRig.run(on: .simulated("instant"), startsDaemon: false) { rig in
            try rig.makeActivatable()
            let id = try await rig.dial("5550103")
            try await rig.waitForNoConversations()
            let first = try #require(rig.activatedDaemons.first)
            Glibc.kill(first, SIGKILL)
            try await rig.waitForNoDaemon()
            #expect(try await rig.row(id).status == "connected")
            #expect(rig.activatedDaemons.count == 2)
        }
    }

    @Test func `that is not there and cannot be started is an error of one line`() async throws {
        try await DialtoneRig.run(on: .none, startsDaemon: false) { rig in
            for words in [["status"], ["dial", "5550100"], ["history", "--json"], ["monitor"]] {
                let ending = try await rig.start([BuiltProgram.path("dialtone")] + words).end()
                #expect(ending.status == (words[0] == "dial" ? 4 : 1))
                #expect(ending.output.isEmpty)
                #expect(ending.complaints.count == 1)
                #expect(ending.errors.first?.contains("dialtoned") == true, "\(ending.errors)")
            }
        }
    }

    @Test func `ends when the bus does`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            rig.bus.kill()
            let ending = try await rig.daemon.end()
            #expect(ending.status == 1)
            #expect(ending.errors.last?.contains("session bus") == true)
        }
    }

    @Test func `is there once: a second one does not serve and says so`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let second = try rig.start([BuiltProgram.path("dialtoned")] + rig.daemonArguments)
            let ending = try await second.end()
            #expect(ending.status == 1)
            #expect(ending.errors.last?.contains("another dialtoned") == true, "\(ending.errors)")
            try await rig.ask("status")
        }
    }

    @Test func `answers ten programs at once`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let programs = try (0..<10).map { index in
                try rig.start(
                    [BuiltProgram.path("dialtone")]
                        + (index.isMultiple(of: 2) ? ["services", "--json"] : ["dial", "5550100"]))
            }
            for (index, program) in programs.enumerated() {
                let ending = try await program.end()
                // A line carries a limited number of calls; what it refuses is refused in one line.
                if index.isMultiple(of: 2) {
                    #expect(ending.status == 0, "\(ending.errors)")
                    #expect(try [PrintedService](printed: ending.text).count == 1)
                } else {
                    #expect(ending.status == 0 ? ending.errors.isEmpty : ending.complaints.count == 1)
                    #expect([0, 4].contains(ending.status))
                }
            }
            #expect(try await !rig.calls().isEmpty)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `is watched by monitor until a signal, which is no failure`(_ signal: Int32) async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let monitor = try await Monitor(on: rig)
            monitor.program.signal(signal)
            let ending = try await monitor.program.end()
            #expect(ending.status == 0)
            #expect(ending.errors.isEmpty)
        }
    }

    @Test func `and everything around it leaves no process and no file behind`() async throws {
        let rig = try await DialtoneRig(on: .simulated("instant"))
        try await rig.startDaemon()
        _ = try await rig.dial("5550103")
        _ = try rig.start([BuiltProgram.path("dialtone"), "monitor"])
        let path = rig.folder.path
        await rig.stop()
        #expect(Self.processes(naming: path).isEmpty)
        rig.folder.remove()
        #expect(access(path, F_OK) != 0)
    }

    /// Command lines and environments of processes that have a text in them.
    private static func processes(naming text: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { name in
            guard Int32(name) != nil, Int32(name) != getpid() else { return false }
            return ["cmdline", "environ"].contains { file in
                let data = (try? Data(contentsOf: URL(filePath: "/proc/\(name)/\(file)"))) ?? Data()
                return String(decoding: data, as: UTF8.self).contains(text)
            }
        }
    }
}
