// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony
import TestSupport
import Testing

@testable import ModemManagerBackend

/// The network's own words from a ModemManager that tells them otherwise than ours does.
@Suite(.enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct `Messages with a scripted ModemManager` {
    private static func run(
        _ body: (ScriptedModemManager, BackendHarness, LineKey) async throws -> Void
    ) async throws {
        try await `With a scripted ModemManager`.run { daemon, harness in
            try await body(daemon, harness, try await harness.line().key)
        }
    }

    /// What comes later is heard, so nothing that was told before is still on its way.
    private static func settle(_ daemon: ScriptedModemManager, _ harness: BackendHarness, _ line: LineKey) async throws
    {
        try await daemon.tellCode(["NetworkNotification": .string("settled")])
        try await harness.wait(toHear: "settled", on: line)
    }

    @Test func `an answer that is told as a notice too is told to its asker alone`() async throws {
        try await Self.run { daemon, harness, line in
            daemon.answerCodes("Balance: 5.00")
            daemon.script("Initiate") {
                try await daemon.tellCode(["State": .uint32(2)])
                try await daemon.tellCode(["NetworkNotification": .string("Balance: 5.00"), "State": .uint32(1)])
            }
            let text = try await harness.backend.initiateUSSD("*100#", on: line).text
            #expect(text == "Balance: 5.00")
            try await Self.settle(daemon, harness, line)
            #expect(harness.heard == ["settled"])
        }
    }

    @Test func `the question of a code that is told as a request too is told to its asker alone`() async throws {
        try await Self.run { daemon, harness, line in
            daemon.answerCodes("1 or 2?", state: 3)
            daemon.script("Initiate") {
                try await daemon.tellCode(["NetworkRequest": .string("1 or 2?"), "State": .uint32(3)])
            }
            #expect(try await harness.backend.initiateUSSD("*101#", on: line).wantsAnswer)
            try await daemon.tellCode(["NetworkRequest": .string("1 or 2?")])
            try await Self.settle(daemon, harness, line)
            #expect(harness.heard == ["settled"])
        }
    }

    @Test func `a notice that comes while a code is set up is told behind its answer`() async throws {
        try await Self.run { daemon, harness, line in
            daemon.answerCodes("Balance: 5.00")
            daemon.script("Initiate") {
                for number in 0..<10 { try await daemon.tellCode(["NetworkNotification": .string("\(number)")]) }
            }
            _ = try await harness.backend.initiateUSSD("*100#", on: line)
            try await Self.settle(daemon, harness, line)
            #expect(harness.heard == ["6", "7", "8", "9", "settled"])
        }
    }

    @Test func `a question that came before a code did opens its session, and the code is refused`() async throws {
        try await Self.run { daemon, harness, line in
            daemon.answerCodes("Thank you")
            daemon.script("Initiate") {
                try await daemon.tellCode(["NetworkRequest": .string("Pay?"), "State": .uint32(3)])
                throw DBusError("org.freedesktop.ModemManager1.Error.Core.WrongState", "scripted")
            }
            await refuses(.wrongState) { _ = try await harness.backend.initiateUSSD("*100#", on: line) }
            try await harness.wait(toHear: "Pay?", on: line, wantsAnswer: true)
            daemon.setCodeState(1)
            let reply = try await harness.backend.respondToUSSD("1", on: line)
            #expect(reply == USSDReply(text: "Thank you", wantsAnswer: false))
        }
    }

    @Test(arguments: [true, false])
    func `a question is told once, whichever property comes first`(_ stateFirst: Bool) async throws {
        try await Self.run { daemon, harness, line in
            daemon.setRequest("Pay?")
            try await daemon.tellCodeState(1)
            daemon.setCodeState(3)
            let parts: [[String: Variant]] = [["State": .uint32(3)], ["NetworkRequest": .string("Pay?")]]
            for part in stateFirst ? parts : parts.reversed() { try await daemon.tellCode(part) }
            try await harness.wait(toHear: "Pay?", on: line, wantsAnswer: true)
            try await Self.settle(daemon, harness, line)
            #expect(harness.heard == ["Pay?", "settled"])
        }
    }

    @Test func `a question that is over already is told as text and opens no session`() async throws {
        try await Self.run { daemon, harness, line in
            daemon.setRequest("Pay?")
            try await daemon.tellCode(["NetworkRequest": .string("Pay?")])
            try await harness.wait(toHear: "Pay?", on: line, wantsAnswer: false)
            _ = try await harness.backend.initiateUSSD("*100#", on: line)
        }
    }

    @Test func `the session of another program's code is not told`() async throws {
        try await Self.run { daemon, harness, line in
            daemon.setRequest("an older question")
            for state: UInt32 in [1, 2, 3] { try await daemon.tellCodeState(state) }
            try await Self.settle(daemon, harness, line)
            #expect(harness.heard == ["settled"])
            await refuses(.wrongState) { _ = try await harness.backend.respondToUSSD("1", on: line) }
        }
    }

    @Test func `hostile text is carried as text, and bounded`() async throws {
        try await Self.run { daemon, harness, line in
            let text = "\u{1B}[2J\u{7}" + String(repeating: "x", count: 100_000)
            try await daemon.tellCode(["NetworkNotification": .string(text)])
            try await daemon.tellCode(["NetworkRequest": .string(text), "State": .uint32(3)])
            try await daemon.tellCode(["NetworkNotification": .uint32(7), "NetworkRequest": .string("")])
            try await Self.settle(daemon, harness, line)
            #expect(harness.heard.count == 3)
            for heard in harness.heard.dropLast() {
                #expect(heard.hasPrefix("\u{FFFD}[2J\u{FFFD}x"))
                #expect(heard.unicodeScalars.count == USSDText.maximumReplyLength)
            }
        }
    }
}
