// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony
import TestSupport
import Testing

@testable import ModemManagerBackend

/// Codes with a ModemManager, or a network, at its worst.
@Suite(.enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct `Codes with a scripted ModemManager` {
    private static func run(
        ussd: Duration = .seconds(60), _ body: (ScriptedModemManager, BackendHarness, LineKey) async throws -> Void
    ) async throws {
        var deadlines = Deadlines.patient
        deadlines.ussd = ussd
        try await `With a scripted ModemManager`.run(deadlines) { daemon, harness in
            try await body(daemon, harness, try await harness.line().key)
        }
    }

    @Test func `hostile text is carried as text, and bounded`() async throws {
        try await Self.run { daemon, harness, line in
            daemon.answerCodes("\u{1B}[2J<b>%s</b>\u{202E}" + String(repeating: "x", count: 100_000))
            let text = try await harness.backend.initiateUSSD("*100#", on: line).text
            #expect(text.hasPrefix("\u{FFFD}[2J<b>%s</b>\u{202E}x"))
            #expect(text.unicodeScalars.count == USSDText.maximumReplyLength)
        }
    }

    @Test(arguments: ["", "*100#\r", "*100#\",15;+CFUN=0", "ATZ", String(repeating: "1", count: 183)])
    func `no text but a code gets to ModemManager`(_ code: String) async throws {
        try await Self.run { daemon, harness, line in
            await refuses(nil) { _ = try await harness.backend.initiateUSSD(code, on: line) }
            #expect(!daemon.calls.events.contains { $0.hasPrefix("Initiate") })
        }
    }

    @Test func `a code that is not answered is cancelled before the next one`() async throws {
        try await Self.run(ussd: .milliseconds(300)) { daemon, harness, line in
            let (gate, cancelGate) = (Gate(), Gate())
            daemon.script("Initiate") { await gate.wait() }
            daemon.script("Cancel") { await cancelGate.wait() }
            await refuses(.modemTimedOut) { _ = try await harness.backend.initiateUSSD("*100#", on: line) }
            try await daemon.calls.next("the cancelling") { $0.hasPrefix("Cancel") }
            await refuses(.wrongState) { _ = try await harness.backend.initiateUSSD("*100#", on: line) }
            await cancelGate.open()
            await gate.open()
            try await within(.seconds(60), "a free line") {
                while await harness.backend.ussd.session(on: line) != nil { try await pause() }
            }
            let wantsAnswer = try await harness.backend.initiateUSSD("*100#", on: line).wantsAnswer
            #expect(wantsAnswer == false)
        }
    }

    @Test func `an answer after the session ended at the other end is refused here`() async throws {
        try await Self.run { daemon, harness, line in
            daemon.answerCodes("?", state: 3)
            #expect(try await harness.backend.initiateUSSD("*101#", on: line).wantsAnswer)
            try await daemon.tellCodeState(1)
            try await within(.seconds(60), "a free line") {
                while await harness.backend.ussd.session(on: line) != nil { try await pause() }
            }
            await refuses(.wrongState) { _ = try await harness.backend.respondToUSSD("1", on: line) }
            #expect(!daemon.calls.events.contains { $0.hasPrefix("Respond") })
        }
    }

    private static let wrongState = "org.freedesktop.ModemManager1.Error.Core.WrongState"

    @Test(arguments: [2, 3] as [UInt32])
    func `a session that keeps a code away is ended for it`(_ state: UInt32) async throws {
        try await Self.run { daemon, harness, line in
            daemon.fail("Initiate", Self.wrongState)
            daemon.setCodeState(state)
            daemon.script("Cancel") {
                daemon.setCodeState(1)
                daemon.script("Initiate") {}
            }
            daemon.answerCodes("Balance", state: state)
            let text = try await harness.backend.initiateUSSD("*100#", on: line).text
            #expect(text == "Balance")
            #expect(harness.log.events.contains { if case .noted = $0 { true } else { false } })
        }
    }

    @Test func `a session that cannot be ended keeps a code away`() async throws {
        try await Self.run { daemon, harness, line in
            daemon.fail("Initiate", Self.wrongState)
            daemon.fail("Cancel", Self.failed)
            daemon.setCodeState(3)
            await refuses(.wrongState) { _ = try await harness.backend.initiateUSSD("*100#", on: line) }
            #expect(await harness.backend.ussd.sessions.isEmpty)
        }
    }

    @Test func `a code that ModemManager refuses without a session is not sent again`() async throws {
        try await Self.run { daemon, harness, line in
            daemon.fail("Initiate", Self.wrongState)
            await refuses(.wrongState) { _ = try await harness.backend.initiateUSSD("*100#", on: line) }
            try await harness.backend.cancelUSSD(on: line)
            #expect(!daemon.calls.events.contains { $0.hasPrefix("Cancel") })
        }
    }

    private static let failed = "org.freedesktop.ModemManager1.Error.Core.Failed"

    @Test func `a question without a text can be answered`() async throws {
        try await Self.run { daemon, harness, line in
            daemon.fail("Initiate", Self.failed)
            daemon.setCodeState(3)
            let question = try await harness.backend.initiateUSSD("*111#", on: line)
            #expect(question == USSDReply(text: "", wantsAnswer: true))
            daemon.answerCodes("Done")
            #expect(try await harness.backend.respondToUSSD("1", on: line).text == "Done")
        }
    }

    @Test func `a last word without a text is no refusal`() async throws {
        try await Self.run { daemon, harness, line in
            daemon.fail("Initiate", Self.failed)
            let reply = try await harness.backend.initiateUSSD("*111#", on: line)
            #expect(reply == USSDReply(text: "", wantsAnswer: false))
            #expect(await harness.backend.ussd.sessions.isEmpty)
        }
    }

    @Test func `a session that is open after an error is ended`() async throws {
        try await Self.run { daemon, harness, line in
            daemon.fail("Initiate", "org.freedesktop.ModemManager1.Error.Core.Cancelled")
            daemon.setCodeState(2)
            await refuses(nil) { _ = try await harness.backend.initiateUSSD("*111#", on: line) }
            try await daemon.calls.next("the cancelling") { $0.hasPrefix("Cancel") }
        }
    }

    @Test func `a session that could not be ended is ended before the next code`() async throws {
        try await Self.run { daemon, harness, line in
            daemon.answerCodes("?", state: 3)
            _ = try await harness.backend.initiateUSSD("*101#", on: line)
            daemon.fail("Cancel", Self.failed)
            await refuses(nil) { try await harness.backend.cancelUSSD(on: line) }
            await refuses(.wrongState) { _ = try await harness.backend.initiateUSSD("*100#", on: line) }
            daemon.script("Cancel") { daemon.setCodeState(1) }
            daemon.answerCodes("Balance")
            #expect(try await harness.backend.initiateUSSD("*100#", on: line).text == "Balance")
        }
    }

    @Test func `a session ends with ModemManager`() async throws {
        try await Self.run { daemon, harness, line in
            daemon.answerCodes("?", state: 3)
            #expect(try await harness.backend.initiateUSSD("*101#", on: line).wantsAnswer)
            await daemon.bus.close()
            try await harness.log.next("unavailable") { if case .unavailable = $0 { true } else { false } }
            await refuses(.modemServiceUnavailable) { _ = try await harness.backend.respondToUSSD("1", on: line) }
            #expect(await harness.backend.ussd.sessions.isEmpty)
        }
    }
}
