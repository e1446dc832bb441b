// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

/// Two logins on one computer: each has a session bus and a dialtoned, and there is one ModemManager.
@Suite(.serialized, .needsModemManager)
struct `A dialtoned beside another` {
    @Test func `says who has the modems, and has them once that one has gone`() async throws {
        try await DialtoneRig.run(on: .modemManager(.cinterion, "manual")) { rig in
            try await rig.waitForLine()
            let first = try rig.daemon
            let session = try PrivateBus()
            defer { session.kill() }
            var environment = rig.environment
            environment["DBUS_SESSION_BUS_ADDRESS"] = session.address
            let database = rig.folder.file("state/second.db")
            let second = try RunningProgram(
                [BuiltProgram.path("dialtoned"), "--developer-mode", "--database", database], environment: environment)
            defer { second.kill() }
            let words = "another Dialtone has the modems (process \(first.pid), user \(getuid()))"
            try await second.errors.next("the word on it") { $0.contains(words) }
            try await Self.wait(environment) { $0.contains(words) }
            let refused = try await RunningProgram(
                [BuiltProgram.path("dialtone"), "dial", "+15550100"], environment: environment
            ).end()
            #expect(refused.status == 4 && refused.errors.last?.contains(words) == true, "\(refused.errors)")
            first.signal(SIGTERM)
            #expect(try await first.end().status == 0)
            try await second.errors.next("the modems") { $0.contains("this one has the modems now") }
            try await Self.wait(environment) { !$0.contains("another Dialtone") && $0.contains("ready") }
        }
    }

    /// Asks for the status of the daemon on a session bus until it says what is waited for.
    private static func wait(
        _ environment: [String: String], until says: @escaping @Sendable (String) -> Bool
    ) async throws {
        try await within(DialtoneRig.deadline, "the status") {
            while try await !says(
                RunningProgram([BuiltProgram.path("dialtone"), "status"], environment: environment).end().text)
            { try await pause() }
        }
    }
}
