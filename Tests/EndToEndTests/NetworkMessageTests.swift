// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// From the modem to the terminal: what the network says by itself.
@Suite(.needsDialtone)
struct `When the network says something by itself` {
    /// As `dialtone monitor --json` prints it.
    private struct PrintedMessage: Decodable {
        var kind: String
        var text: String
        var service: UUID?
        var session: UUID?
    }

    private static func next(_ monitor: Monitor, _ text: String) async throws -> PrintedMessage {
        let line = try await monitor.program.output.next(text) {
            (try? JSONDecoder().decode(PrintedMessage.self, from: Data($0.utf8)))?.text == text
        }
        return try JSONDecoder().decode(PrintedMessage.self, from: Data(line.utf8))
    }

    /// What the network says to an answer that is typed.
    private static func answer(_ session: UUID, _ text: String, _ rig: DialtoneRig) async throws -> String {
        let typed = #"echo "$1" | "$0" ussd --session "$2""#
        let ending = try await rig.start(
            ["/bin/sh", "-c", typed, BuiltProgram.path("dialtone"), text, session.uuidString]
        ).end()
        guard ending.status == 0 else { throw Unexpected(description: "ussd: \(ending.status) \(ending.errors)") }
        return ending.text
    }

    @Test(.needsModemManager)
    func `monitor shows it, ussd answers what it asks, and no word of it is in the log`() async throws {
        try await DialtoneRig.run(on: .modemManager(.cinterion, "manual")) { rig in
            try await rig.waitForLine()
            let monitor = try await Monitor(on: rig)
            try rig.tell(#"{"do":"ussd","text":"Balance: 1.00"}"#)
            let notice = try await Self.next(monitor, "Balance: 1.00")
            #expect(notice.kind == "message" && notice.service != nil && notice.session == nil)
            try rig.tell(#"{"do":"ussd","text":"Pay 5.00?","asks":true}"#)
            let session = try #require(try await Self.next(monitor, "Pay 5.00?").session)
            #expect(try await Self.answer(session, "1", rig) == "Thank you")
            #expect(try rig.tell(#"{"do":"dump"}"#).contains(#""code":false"#))
            #expect(!rig.daemonLog.contains { $0.contains("Balance") || $0.contains("Pay") })
        }
    }

    @Test func `it is played in the daemon's own network, too`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let monitor = try await Monitor(on: rig)
            try await rig.dialtone("simulate", "ussd", "Pay 5.00?", "--asks")
            let session = try #require(try await Self.next(monitor, "Pay 5.00?").session)
            #expect(try await Self.answer(session, "1", rig) == "Thank you")
        }
    }
}
