// SPDX-License-Identifier: Apache-2.0
import ModemSimulator
import SimulatedBackend
import Telephony
import TestSupport
import Testing

@Suite("The simulated backend's network services", .timeLimit(.minutes(1)))
struct NetworkServicesTests {
    private static let line = LineKey(backend: "simulated", reference: "sim0")

    private func code(_ operation: () async throws -> Void) async -> TelephonyError.Code? {
        do { try await operation() } catch { return (error as? TelephonyError)?.code }
        return nil
    }

    @Test("carry a session to its end, one a line")
    func session() async throws {
        try await BackendRehearsal.run("default") { rehearsal in
            let backend = rehearsal.backend
            let menu = try await backend.initiateUSSD("*101#", on: Self.line)
            #expect(menu == USSDReply(text: "1 Balance, 2 Data", wantsAnswer: true))
            #expect(await code { _ = try await backend.initiateUSSD("*100#", on: Self.line) } == .wrongState)
            let end = try await backend.respondToUSSD("1", on: Self.line)
            #expect(end == USSDReply(text: "Balance: 5.00", wantsAnswer: false))
            #expect(await code { _ = try await backend.respondToUSSD("1", on: Self.line) } == .wrongState)
            try await backend.cancelUSSD(on: Self.line)
        }
    }

    @Test("say what the network refuses", arguments: ["*102#", "*103#"])
    func refusals(text: String) async throws {
        try await BackendRehearsal.run("default") { rehearsal in
            let backend = rehearsal.backend
            let refusal = await code { _ = try await backend.initiateUSSD(text, on: Self.line) }
            #expect(refusal == .callRefused)
        }
    }

    @Test("wait for a late network, and give a silent one up")
    func waiting() async throws {
        try await BackendRehearsal.run("default") { rehearsal in
            let (backend, clock) = (rehearsal.backend, rehearsal.clock)
            async let late = backend.initiateUSSD("*104#", on: Self.line)
            try await within { while clock.sleeperCount < 2 { try await pause() } }
            clock.advance(by: .seconds(2))
            let text = try await late.text
            #expect(text == "Late")
            async let silent = code { _ = try await backend.initiateUSSD("*105#", on: Self.line) }
            try await within { while clock.sleeperCount < 1 { try await pause() } }
            clock.advance(by: .seconds(60))
            #expect(await silent == .modemTimedOut)
            let next = try await backend.initiateUSSD("*100#", on: Self.line).text
            #expect(next == "Balance: 5.00")
        }
    }

    @Test("end a session that is cancelled, or whose modem goes")
    func ending() async throws {
        try await BackendRehearsal.run("default") { rehearsal in
            let (backend, clock) = (rehearsal.backend, rehearsal.clock)
            async let cancelled = code { _ = try await backend.initiateUSSD("*105#", on: Self.line) }
            try await within { while clock.sleeperCount < 1 { try await pause() } }
            try await backend.cancelUSSD(on: Self.line)
            #expect(await cancelled == .wrongState)
            async let lost = code { _ = try await backend.initiateUSSD("*105#", on: Self.line) }
            try await within { while clock.sleeperCount < 1 { try await pause() } }
            try await backend.perform(.unplug(line: nil))
            #expect(await lost == .callRefused)
        }
    }

    @Test("end with whoever waits for them")
    func abandoned() async throws {
        try await BackendRehearsal.run("default") { rehearsal in
            let (backend, clock) = (rehearsal.backend, rehearsal.clock)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try await backend.initiateUSSD("*105#", on: Self.line) }
                try await within { while clock.sleeperCount < 1 { try await pause() } }
                group.cancelAll()
                await #expect(throws: CancellationError.self) { try await group.next() }
            }
            let next = try await backend.initiateUSSD("*100#", on: Self.line).text
            #expect(next == "Balance: 5.00")
        }
    }

    @Test("tell what the network says by itself, and answer what it asks")
    func messages() async throws {
        try await BackendRehearsal.run("default") { rehearsal in
            let backend = rehearsal.backend
            try await backend.perform(.message("Balance: \u{1B}1.00", asks: false, line: nil))
            #expect(await rehearsal.message() == USSDReply(text: "Balance: \u{FFFD}1.00", wantsAnswer: false))
            try await backend.perform(.message("Pay?", asks: true, line: "sim0"))
            #expect(await rehearsal.message() == USSDReply(text: "Pay?", wantsAnswer: true))
            #expect(await code { _ = try await backend.initiateUSSD("*100#", on: Self.line) } == .wrongState)
            let end = try await backend.respondToUSSD("1", on: Self.line)
            #expect(end == USSDReply(text: "Thank you", wantsAnswer: false))
        }
    }

    @Test("take no message for the answer to a code that is on")
    func messageMeanwhile() async throws {
        try await BackendRehearsal.run("default") { rehearsal in
            let (backend, clock) = (rehearsal.backend, rehearsal.clock)
            async let late = backend.initiateUSSD("*104#", on: Self.line)
            try await within { while clock.sleeperCount < 2 { try await pause() } }
            try await backend.perform(.message("Balance: 1.00", asks: false, line: nil))
            #expect(await rehearsal.message()?.text == "Balance: 1.00")
            clock.advance(by: .seconds(2))
            let text = try await late.text
            #expect(text == "Late")
        }
    }

    @Test("tell the end of a session that waits", arguments: [true, false])
    func endWhileWaiting(byMessage: Bool) async throws {
        try await BackendRehearsal.run("default") { rehearsal in
            let backend = rehearsal.backend
            _ = try await backend.initiateUSSD("*101#", on: Self.line)
            if byMessage {
                try await backend.perform(.message("Too slow", asks: false, line: nil))
            } else {
                try await backend.perform(.coverage(false, line: nil))
            }
            #expect(await rehearsal.next() == .sessionEnded(Self.line))
            #expect(await code { _ = try await backend.respondToUSSD("1", on: Self.line) } == .wrongState)
        }
    }

    @Test("carry hostile text as bounded text")
    func hostile() async throws {
        var scenario = try Scenario(named: "default")
        scenario.codes["*1#"] = CodeScript("\u{1B}]0;x\u{7}" + String(repeating: "e\u{301}", count: 5_000))
        let backend = SimulatedBackend(scenario: scenario, timekeeper: ManualTimekeeper(), executor: QueueExecutor())
        let text = try await backend.initiateUSSD("*1#", on: Self.line).text
        #expect(text.unicodeScalars.count == USSDText.maximumReplyLength)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test("change the PIN, count wrong ones, and unblock")
    func sim() async throws {
        try await BackendRehearsal.run("default") { rehearsal in
            let backend = rehearsal.backend
            try await backend.changePIN(from: "1234", to: "98765", on: Self.line)
            for _ in 0..<3 {
                #expect(
                    await code { try await backend.changePIN(from: "1234", to: "4321", on: Self.line) }
                        == .incorrectCode)
            }
            #expect(await rehearsal.lines().map(\.readiness) == [.locked("SIM PUK")])
            #expect(
                await code { try await backend.unblockPIN(puk: "00000000", newPIN: "4321", on: Self.line) }
                    == .incorrectCode)
            try await backend.unblockPIN(puk: "12345678", newPIN: "4321", on: Self.line)
            #expect(await rehearsal.lines().map(\.readiness) == [.ready])
        }
    }

    @Test("switch call waiting and tell the IMEI")
    func rest() async throws {
        try await BackendRehearsal.run("default") { rehearsal in
            let backend = rehearsal.backend
            #expect(try await backend.callWaiting(on: Self.line))
            try await backend.setCallWaiting(false, on: Self.line)
            let isOn = try await backend.callWaiting(on: Self.line)
            #expect(isOn == false)
            let identity = try await backend.equipmentIdentity(of: Self.line)
            #expect(identity == "001010000000020")
        }
    }
}
