// SPDX-License-Identifier: Apache-2.0
import ConversationService
import Telephony
import Testing

@Suite("A code's session")
struct CodeSessionTests {
    typealias Phase = CodeSession.Phase
    typealias Event = CodeSession.Event
    typealias Effect = CodeSession.Effect

    /// Ways into each phase.
    static let ways: [Phase: [Event]] = [
        .idle: [], .asked: [.question], .running: [.begin], .waitingForAnswer: [.begin, .request],
        .over: [.begin, .reply],
    ]

    /// What changes anything; every other pair of phase and event changes nothing.
    static let table: [(Phase, Event, Phase, [Effect])] = [
        (.idle, .request, .waitingForAnswer, [.waitForAnswer]),
        (.waitingForAnswer, .request, .waitingForAnswer, [.waitForAnswer]),
        (.idle, .begin, .running, [.send]), (.idle, .question, .asked, [.askPerson]), (.idle, .cancel, .over, [.close]),
        (.asked, .consent, .running, [.send]), (.asked, .refusal, .over, [.close]),
        (.asked, .cancel, .over, [.close]),
        (.running, .reply, .over, [.close]), (.running, .request, .waitingForAnswer, [.waitForAnswer]),
        (.running, .failure, .over, [.close]), (.running, .cancel, .over, [.cancelAtNetwork, .close]),
        (.waitingForAnswer, .answer, .running, [.respond]), (.waitingForAnswer, .failure, .over, [.close]),
        (.waitingForAnswer, .cancel, .over, [.cancelAtNetwork, .close]),
    ]

    @Test(arguments: Phase.allCases, Event.allCases)
    func `does on each event what its table says, and nothing else`(_ phase: Phase, _ event: Event) {
        var session = CodeSession()
        for step in Self.ways[phase] ?? [] { _ = session.handle(step) }
        #expect(session.phase == phase)
        let row = Self.table.first { $0.0 == phase && $0.1 == event }
        #expect(session.handle(event) == row?.3 ?? [])
        #expect(session.phase == row?.2 ?? phase)
    }

    @Test(arguments: Phase.allCases)
    func `holds its line from its first word to its last`(_ phase: Phase) {
        var session = CodeSession()
        for step in Self.ways[phase] ?? [] { _ = session.handle(step) }
        #expect(session.holdsLine == (phase == .running || phase == .waitingForAnswer))
    }
}

@Suite("A code's route")
struct CodeRouteTests {
    @Test(arguments: [
        ("*100#", CodeRoute.network("*100#")), ("*21*+15550123#", .network("*21*+15550123#")),
        ("**04*1234*98765*98765#", .changePIN(old: "1234", new: "98765")),
        ("**05*12345678*4321*4321#", .unblockPIN(puk: "12345678", newPIN: "4321")),
        ("*43#", .callWaiting(true)), ("#43#", .callWaiting(false)), ("*#43#", .callWaiting(nil)),
        ("*43*11#", .callWaiting(true)), ("*43*25#", .network("*43*25#")), ("*#06#", .equipmentIdentity),
        ("*33*0000#", .network("*33*0000#")), ("*#31#", .network("*#31#")),
    ])
    func `is the SIM, the device, the modem's function, or the network`(_ text: String, _ route: CodeRoute) throws {
        #expect(try CodeRoute(NetworkCode(parsing: text)) == route)
    }

    @Test(arguments: [
        "**04*1234*98765*98764#", "*04*1234*98765*98765#", "**04*12*98765*98765#", "**05*1234567*4321*4321#",
        "**05*12345678*4321#", "**042*1234*98765*98765#", "**052*12345678*4321*4321#", "*#04*1234#",
        "***04*1234*98765*98765#", "**04*1234*98765*98765*1#",
    ])
    func `is none for a mistyped code of the SIM, and the error shows no digit`(_ text: String) {
        #expect {
            try CodeRoute(NetworkCode(parsing: text))
        } throws: { error in
            let message = (error as? TelephonyError)?.message ?? text
            return !text.split(whereSeparator: { "*#".contains($0) }).contains { $0.count > 3 && message.contains($0) }
        }
    }

    @Test func `prints no secret`() {
        let routes: [CodeRoute] = [
            .changePIN(old: "1234", new: "98765"), .unblockPIN(puk: "12345678", newPIN: "98765"),
            .network("*33*9876#"),
        ]
        for route in routes {
            var dumped = ""
            dump(route, to: &dumped)
            for text in ["\(route)", String(reflecting: route), dumped] {
                #expect(!text.contains("1234") && !text.contains("987"))
            }
        }
    }
}
