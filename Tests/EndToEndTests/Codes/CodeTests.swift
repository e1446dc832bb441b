// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import Glibc
import TestSupport
import Testing

/// `dialtone ussd` and the network, the SIM and the device behind the real ModemManager.
@Suite(.serialized, .needsModemManager, .stage(.cinterion))
struct `With the real ModemManager, a network code` {
    static let run = "AT+CUSD=1"
    static let cancel = "AT+CUSD=2"

    /// Runs a code whose answers are typed.
    static func session(
        _ code: String, _ body: (Stage, RunningProgram, Keyboard) async throws -> Void
    ) async throws {
        let stage = try Stage.current
        let keyboard = try Keyboard(stage.rig.folder)
        defer { keyboard.close() }
        let program = try stage.rig.start("\(BuiltProgram.path("dialtone")) ussd '\(code)'", typingOn: keyboard)
        try await body(stage, program, keyboard)
    }

    @Test func `is asked of the network, and what it says is printed`() async throws {
        let stage = try Stage.current
        let before = stage.commands(Self.run).count
        #expect(try await stage.rig.ask("ussd", "*100#") == "Balance: 5.00")
        let sent = stage.commands(Self.run).dropFirst(before)
        // In hexadecimal, as the modem's character set has it.
        #expect(sent.count == 1 && sent.first?.contains("2A31303023") == true, "\(sent)")
        #expect(stage.commands("ATD").isEmpty)
        #expect(try await stage.rig.rows().allSatisfy { $0.direction == "incoming" })
    }

    @Test func `that asks something is answered by what is typed`() async throws {
        try await Self.session("*101#") { stage, program, keyboard in
            try await program.output.next("the menu") { $0 == "1 Balance, 2 Data" }
            keyboard.type("2")
            try await program.output.next("the question") { $0 == "How many days?" }
            keyboard.type("7")
            let ending = try await program.end()
            #expect(ending.status == 0 && ending.output.last == "Ordered", "\(ending)")
            #expect(stage.commands(Self.cancel).isEmpty)
        }
        #expect(try await Stage.current.rig.ask("ussd", "*100#") == "Balance: 5.00")
    }

    @Test func `that asks something is ended by an empty line, at the network too`() async throws {
        try await Self.session("*101#") { stage, program, keyboard in
            let before = stage.commands(Self.cancel).count
            try await program.output.next("the menu") { $0 == "1 Balance, 2 Data" }
            keyboard.type("")
            #expect(try await program.end().status == 0)
            try await stage.tail.next("the end of the session") { $0.contains(#""AT+CUSD=2"#) }
            #expect(stage.commands(Self.cancel).count == before + 1)
        }
        #expect(try await Stage.current.rig.ask("ussd", "*100#") == "Balance: 5.00")
    }

    /// On a modem of its own: ModemManager tells a modem only once to end a session (docs/modemmanager.md).
    @Test func `that asks something is ended by an interruption, at the network too`() async throws {
        try await DialtoneRig.run(on: .modemManager(.cinterion, "manual")) { rig in
            try await rig.waitForLine()
            let tail = try rig.modems.simulator.tail()
            let keyboard = try Keyboard(rig.folder)
            defer { keyboard.close() }
            let program = try rig.start("\(BuiltProgram.path("dialtone")) ussd '*101#'", typingOn: keyboard)
            try await program.output.next("the menu") { $0 == "1 Balance, 2 Data" }
            program.signal(SIGINT)
            let ending = try await program.end()
            #expect(ending.status == 130 && ending.errors.last?.contains("interrupted") == true, "\(ending.errors)")
            try await tail.next("the end of the session") { $0.contains(#""AT+CUSD=2"#) }
            #expect(try await rig.ask("ussd", "*100#") == "Balance: 5.00")
        }
    }

    @Test func `for the IMEI stays in the device`() async throws {
        let stage = try Stage.current
        try await stage.expectNothingDialed {
            let serial = try await stage.rig.ask("ussd", "*#06#")
            #expect(serial == "001010000000020")
        }
    }

    /// The PIN is changed there and back, so that the other tests find it as it was.
    @Test func `with a PIN goes to the SIM alone, and its digits are nowhere else`() async throws {
        let stage = try Stage.current
        let wrong = try await stage.rig.dialtone("ussd", "**04*7391*2846*2846#")
        #expect(wrong.status == 1 && wrong.errors.last?.contains("tries are left") == true, "\(wrong.errors)")
        try await stage.expectNothingDialed {
            #expect(try await stage.rig.ask("ussd", "**04*1234*2846*2846#") == "The PIN is changed.")
            let typed = try Keyboard(stage.rig.folder)
            defer { typed.close() }
            let program = try stage.rig.start("\(BuiltProgram.path("dialtone")) ussd", typingOn: typed)
            try await program.errors.next("the question") { $0.contains("Code") }
            typed.type("**04*2846*1234*1234#")
            #expect(try await program.end().output == ["The PIN is changed."])
        }
        #expect(stage.commands("AT+CPWD").contains { $0.contains("1234") && $0.contains("2846") })
        #expect(stage.commands("AT+CUSD").allSatisfy { !$0.contains("2846") && !$0.contains("1234") })
        let said = [
            wrong.errors.joined(), stage.rig.daemonLog.joined(separator: "\n"),
            try await stage.rig.ask("history", "--json"), try await stage.rig.ask("audit"),
            try await stage.rig.ask("audit", "--json"),
        ]
        for text in said {
            for digits in ["1234", "2846", "7391"] { #expect(!text.contains(digits), "\(text)") }
        }
    }

    @Test func `with a PIN, dialed by mistake, leaves none of its digits in the audit`() async throws {
        let stage = try Stage.current
        try await stage.expectNothingDialed {
            for code in ["**04*1234*5968*5968#", "**04*1234*5968*5968", "tel:**04*1234*5968*5968%23"] {
                let command = code.hasPrefix("tel:") ? "open" : "dial"
                let ending = try await stage.rig.dialtone(command, code)
                #expect(ending.status == 4)
            }
        }
        let targets = try [PrintedDecision](printed: try await stage.rig.ask("audit", "--json")).prefix(3).map(\.target)
        #expect(targets.allSatisfy { !$0.contains("68") }, "\(targets)")
    }

    /// Those that somebody may take for a number, too.
    @Test(arguments: ["*100#", "*99*12#", "**21*+15550105#", "*#06#", "**04*1234*5678*5678#", "*50*33#"])
    func `is no call, whoever dials it: nothing reaches the modem`(_ code: String) async throws {
        let stage = try Stage.current
        // Other tests of the stage change the PIN, and what is noted of a command has the time, whose digits may be any.
        let before = stage.commands("AT+CPWD")
        try await stage.expectNothingDialed {
            try await stage.rig.expectFailure("dial", code, saying: "code")
            try await stage.rig.expectFailure("open", "tel:" + code.replacing("#", with: "%23"), saying: "network code")
            let app = try await stage.rig.startDialer("dial", code).end()
            #expect(app.status == 1)
            try await stage.rig.makeDialerDefault()
            let dialer = try await stage.rig.startDialer("dial", code).end()
            #expect(dialer.status == 1 && dialer.errors.last?.contains("code") == true, "\(dialer.errors)")
            try await stage.rig.ask("roles", "clear", "dialer")
        }
        #expect(stage.commands("AT+CPWD") == before)
    }
}
