// SPDX-License-Identifier: Apache-2.0
import DBus
import Glibc
import TestSupport
import Testing

/// A bus tells the number of the process that connected; the connection outlives the process when somebody keeps it.
@Suite(.serialized, .needsDialtone)
struct `A connection whose process has gone` {
    @Test func `is nobody's`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let manifest = AppManifest("org.example.gone", entitlements: ["org.dialtone.control"])
            let caller = try await rig.caller("gone", as: manifest)
            caller.end()
            let outcome = try await caller.status()
            #expect(outcome.code == "UnknownApp" && outcome.text.contains("its process has gone"), "\(outcome.text)")
            #expect(try await caller.start().code == "UnknownApp")
            #expect(try await rig.anotherCaller("gone").status().error == nil)
        }
    }

    @Test(.enabled(if: NextProcess.canBeChosen, "only root can say which number the next process gets"))
    func `is not that of the command line that got its number`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let (caller, heir) = try await inherited(rig)
            let outcome = try await caller.status()
            #expect(outcome.code == "UnknownApp" && outcome.text.contains("its process has gone"), "\(outcome)")
            #expect(try await caller.start().code == "UnknownApp")
            #expect(try await rig.calls().isEmpty)
            #expect(kill(heir.pid, 0) == 0, "the command line ran all the while")
        }
    }

    /// A connection whose process has gone, and the command line with its number. Others take numbers too, so it may take
    /// several attempts.
    private func inherited(_ rig: DialtoneRig) async throws -> (HeldCaller, RunningProgram) {
        _ = try await rig.copyCaller("first")
        for _ in 0..<20 {
            let caller = try await rig.anotherCaller("first")
            // Until the daemon has heard of the connection, and a tick of the process clock is over.
            try await rig.ask("status")
            let arrived = rig.loop.uptime
            while rig.loop.uptime < arrived + .milliseconds(20) { try await pause() }
            caller.end()
            let words = [BuiltProgram.path("dialtone"), "monitor"]
            if let heir = try NextProcess.get(caller.pid, { try rig.start(words) }) { return (caller, heir) }
        }
        throw Unexpected(description: "somebody else always got the number")
    }
}

/// Which number the next process gets (/proc/sys/kernel/ns_last_pid, proc(5)).
private enum NextProcess {
    private static let file = "/proc/sys/kernel/ns_last_pid"

    static let canBeChosen: Bool = {
        var last = [UInt8](repeating: 0, count: 32)
        let descriptor = open(file, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let count = read(descriptor, &last, last.count)
        return count > 0 && pwrite(descriptor, last, count, 0) == count
    }()

    /// Starts a program until it has the number; nil when somebody else has it.
    static func get(_ number: Int32, _ start: () throws -> RunningProgram) throws -> RunningProgram? {
        for _ in 0..<100 {
            let descriptor = open(file, O_WRONLY | O_CLOEXEC)
            let text = Array("\(number - 1)".utf8)
            _ = write(descriptor, text, text.count)
            close(descriptor)
            let program = try start()
            if program.pid == number { return program }
            program.kill()
            guard kill(number, 0) != 0 else { return nil }
        }
        return nil
    }
}
