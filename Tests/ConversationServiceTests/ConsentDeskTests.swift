// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Telephony
import Testing

@Suite("The consent desk")
struct ConsentDeskTests {
    private func prompt(_ app: String = "org.example.app") -> ConsentPrompt {
        ConsentPrompt(asker: .app(identifier: app, name: "App"), act: .call("5550100"))
    }

    private func code(_ operation: () throws -> Void) -> TelephonyError.Code? {
        do { try operation() } catch { return (error as? TelephonyError)?.code }
        return nil
    }

    @Test func `has one question of an app at a time, and takes others from other apps`() throws {
        var desk = ConsentDesk()
        try desk.admit(prompt(), at: .zero)
        #expect(code { try desk.admit(prompt(), at: .zero) } == .tooMany)
        try desk.admit(prompt("org.example.other"), at: .zero)
    }

    @Test func `has so many questions open and no more`() throws {
        var desk = ConsentDesk()
        for index in 0..<ConsentDesk.maximumOpen { try desk.admit(prompt("org.example.app\(index)"), at: .zero) }
        #expect(code { try desk.admit(prompt("org.example.late"), at: .zero) } == .tooMany)
    }

    private func emergency(_ app: String = "org.example.app") -> ConsentPrompt {
        ConsentPrompt(asker: .app(identifier: app, name: "App"), act: .emergencyCall("112"))
    }

    @Test func `lets an app ask about few emergency calls at once, and them keep no other question away`() throws {
        var desk = ConsentDesk()
        for index in 0..<4 {
            for _ in 0..<ConsentDesk.maximumEmergencies {
                try desk.admit(emergency("org.example.app\(index)"), at: .zero)
            }
            #expect(code { try desk.admit(emergency("org.example.app\(index)"), at: .zero) } == .tooMany)
        }
        for index in 10..<10 + ConsentDesk.maximumOpen {
            try desk.admit(prompt("org.example.app\(index)"), at: .zero)
            try desk.admit(emergency("org.example.app\(index)"), at: .zero)
        }
    }

    @Test func `remembers so many askers to be quiet, and none for longer than that`() throws {
        var desk = ConsentDesk()
        func hush(_ app: String, at now: Duration) throws {
            for _ in 0..<ConsentDesk.maximumWithdrawals {
                let question = prompt(app)
                try desk.admit(question, at: now)
                desk.close(question.id, .withdrawn, at: now)
            }
        }
        for index in 0...ConsentDesk.maximumAskers { try hush("org.example.app\(index)", at: .seconds(index)) }
        #expect(desk.hushedAskers == ConsentDesk.maximumAskers)
        try desk.admit(prompt("org.example.app0"), at: .seconds(ConsentDesk.maximumAskers))
        #expect(code { try desk.admit(prompt("org.example.app1"), at: .seconds(2)) } == .tooMany)
        try hush("org.example.late", at: .seconds(1_000))
        #expect(desk.hushedAskers == 1)
    }

    @Test func `keeps an app quiet that withdraws its questions all the time, but for emergency calls`() throws {
        var desk = ConsentDesk()
        for _ in 0..<ConsentDesk.maximumWithdrawals {
            let question = prompt()
            try desk.admit(question, at: .seconds(1))
            desk.close(question.id, .withdrawn, at: .seconds(2))
        }
        #expect(code { try desk.admit(prompt(), at: .seconds(3)) } == .tooMany)
        try desk.admit(emergency(), at: .seconds(3))
        try desk.admit(prompt("org.example.other"), at: .seconds(3))
    }

    @Test func `hears no answer in the first half second, nor after a new screen for another`() throws {
        var desk = ConsentDesk()
        let question = prompt()
        try desk.admit(question, at: .seconds(10))
        #expect(code { try desk.answer(question.id, isAllowed: true, at: .milliseconds(10_499)) } == .wrongState)
        desk.reshown(question.id, at: .milliseconds(10_500))
        #expect(code { try desk.answer(question.id, isAllowed: false, at: .milliseconds(10_999)) } == .wrongState)
        try desk.answer(question.id, isAllowed: true, at: .milliseconds(11_000))
        #expect(code { try desk.answer(question.id, isAllowed: true, at: .seconds(12)) } == .wrongState)
    }

    @Test(arguments: [true, false])
    func `keeps an app quiet for five minutes after three declines in a minute, said or by silence`(_ isSaid: Bool)
        throws
    {
        var desk = ConsentDesk()
        for second in [0, 20, 40] {
            let question = prompt()
            try desk.admit(question, at: .seconds(second))
            if isSaid {
                try desk.answer(question.id, isAllowed: false, at: .seconds(second + 1))
            } else {
                desk.close(question.id, .unanswered, at: .seconds(second + 1))
            }
        }
        #expect(code { try desk.admit(prompt(), at: .seconds(42)) } == .tooMany)
        #expect(code { try desk.admit(prompt(), at: .seconds(340)) } == .tooMany)
        try desk.admit(prompt("org.example.other"), at: .seconds(42))
        try desk.admit(prompt(), at: .seconds(341))
    }

    @Test func `forgets declines that are a minute old, and those of questions that went away by themselves`() throws {
        var desk = ConsentDesk()
        for second in [0, 61, 122, 183] {
            let question = prompt()
            try desk.admit(question, at: .seconds(second))
            try desk.answer(question.id, isAllowed: false, at: .seconds(second + 1))
        }
        for _ in 0..<10 {
            let question = prompt()
            try desk.admit(question, at: .seconds(190))
            desk.close(question.id, .withdrawn, at: .seconds(190))
        }
        try desk.admit(prompt(), at: .seconds(190))
    }
}

@Suite("The audit ring")
struct AuditRingTests {
    @Test func `keeps the last hundred, newest first`() {
        var ring = AuditRing()
        for index in 0..<250 {
            ring.add(
                .init(date: .distantPast, app: "\(index)", act: "start", target: "", outcome: "allowed", reason: ""))
        }
        #expect(ring.all.map(\.app) == (150..<250).reversed().map(String.init))
    }

    @Test(arguments: [
        ("+15550123", "••23"), ("", ""), ("a@example.com", ""), ("5", "••5"), ("*31#5550123", "••23"),
        // A pass code, and what is not to be dialed at all.
        ("+15550123,,7788#", "••23"), ("5550123\rAT", ""), ("**04*1234*5678*5678", ""),
        // Codes: their secrets are not shown, not even two digits of them.
        ("**04*1234*5678*5678#", "••04"), ("**04*5678#", "••04"), ("*100#", "••00"),
    ])
    func `shows two digits of a number and no more`(_ text: String, _ shown: String) {
        #expect(AuditRing.target(of: text) == shown)
        let link = text.map { $0 == "#" ? "%23" : String($0) }.joined()
        #expect(AuditRing.target(ofLink: "tel:" + link) == shown)
    }
}
