// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials
import Testing

@testable import Commands

@Suite("What the exit status tells")
struct ExitStatusTests {
    struct End: Sendable {
        var connected = false
        var outcome: String
        var cause: EndCause.Kind?
        var reason = ""
        var status: CommandStatus
    }

    static let ends: [End] = [
        End(outcome: "busy", status: .notReached), End(outcome: "unanswered", status: .notReached),
        End(outcome: "failed", cause: .declined, status: .notReached), End(outcome: "cancelled", status: .givenUp),
        End(outcome: "failed", cause: .refused, reason: "unassigned number", status: .notDialed),
        End(outcome: "failed", cause: .lost, status: .notDialed), End(outcome: "failed", status: .notDialed),
        End(connected: true, outcome: "connected", cause: .lost, status: .lost),
        End(connected: true, outcome: "connected", cause: .failed, reason: "no carrier", status: .lost),
        End(connected: true, outcome: "connected", cause: .remoteHangUp, status: .done),
        End(connected: true, outcome: "connected", cause: .localHangUp, status: .done),
        End(connected: true, outcome: "connected", status: .done),
    ]

    @Test(arguments: ends)
    func `is of the way a conversation ended`(_ end: End) async {
        var world = ScriptedDaemon.World()
        world.dialed = Samples.a
        world.changes = [
            Samples.conversation(
                Samples.a, .ended, connected: end.connected, outcome: end.outcome, cause: end.cause, reason: end.reason)
        ]
        let run = await TypedCommand("dial 5550100 --wait", ScriptedDaemon(world))
        #expect(run.status == end.status.rawValue)
        #expect(run.errors.isEmpty == (end.status == .done))
        #expect(end.reason.isEmpty || run.errors.allSatisfy { $0.contains(end.reason) })
        if !end.connected { #expect(run.errors.first?.contains(": \(end.outcome)") == true) }
    }

    static let refusals: [(TelephonyError.Code, CommandStatus)] = [
        (.noSIM, .notDialed), (.callRefused, .notDialed), (.numberInvalid, .notDialed),
        (.daemonUnavailable, .notDialed),
        (.connectionLost, .lost), (.timedOut, .lost),
    ]

    @Test(arguments: refusals)
    func `is of the way a start failed`(_ code: TelephonyError.Code, _ status: CommandStatus) async {
        var world = ScriptedDaemon.World()
        world.refusal = TelephonyError(code, "it failed; try again")
        for text in ["dial 5550100", "dial 5550100 --wait"] {
            let run = await TypedCommand(text, ScriptedDaemon(world))
            #expect(run.status == status.rawValue)
            #expect(run.errors == ["dialtone: it failed; try again"])
        }
    }

    @Test func `is 130 when a wait is interrupted`() async {
        let terminal = RecordingTerminal()
        var world = ScriptedDaemon.World()
        world.goAhead = AsyncStream { _ in }
        let daemon = ScriptedDaemon(world)
        let status = await withTaskGroup(of: Int32.self) { group in
            group.addTask { await Dialtone(terminal: terminal) { daemon }.run(["dial", "5550100", "--wait"]) }
            group.cancelAll()
            return await group.next()
        }
        #expect(status == CommandStatus.interrupted.rawValue)
    }

    @Test func `is told by the help and the manual page`() async {
        let manual = await TypedCommand("manual").output
        let help = await TypedCommand("help").output.split(separator: "\n").joined(separator: " ")
        for status in CommandStatus.allCases {
            #expect(help.contains("\(status.rawValue) \(status.meaning)"))
            #expect(manual.contains("\n.B \(status.rawValue)\n\(status.meaning)\n"))
        }
    }
}
