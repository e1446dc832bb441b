// SPDX-License-Identifier: Apache-2.0
import Telephony
import Testing

@Suite struct `Text of a code's session` {
    @Test(arguments: ["*100#", "*#06#", "0", "*101*+15550123#", String(repeating: "1", count: 182)])
    func `a code of digits and signs passes`(_ code: String) throws { try USSDText.check(code: code) }

    @Test(arguments: [
        ("", TelephonyError.Code.numberEmpty), (String(repeating: "1", count: 183), .numberTooLong),
        ("*100#\r", .numberInvalid), ("*1\u{0661}#", .numberInvalid), ("*100#\",15;+CFUN=0", .numberInvalid),
        ("*100#;", .numberInvalid),
    ])
    func `any other code is refused`(_ code: String, _ expected: TelephonyError.Code) {
        #expect { try USSDText.check(code: code) } throws: { ($0 as? TelephonyError)?.code == expected }
    }

    @Test(arguments: ["1", "Ja, später", "7;", String(repeating: "ö", count: 182)])
    func `an answer is any text`(_ answer: String) throws { try USSDText.check(answer: answer) }

    @Test(arguments: [
        "", "1\r", "1\nAT+CFUN=0", "1\"", "\u{1B}", "\u{85}", "\u{2028}", String(repeating: "1", count: 183),
    ])
    func `an answer that could leave its quotes, or is too long, is refused`(_ answer: String) {
        #expect { try USSDText.check(answer: answer) } throws: { ($0 as? TelephonyError)?.code == .invalidArgument }
    }

    @Test(arguments: [
        ("Balance: 5.00\n2 Data", "Balance: 5.00\n2 Data"), ("\u{1B}[2J\u{0}\r", "\u{FFFD}[2J\u{FFFD}\u{FFFD}"),
        ("\u{202E}öあ", "\u{202E}öあ"),
    ])
    func `a network's text keeps everything but control characters`(_ text: String, _ expected: String) {
        #expect(USSDText.reply(text) == expected)
    }

    @Test(arguments: ["x", "e\u{301}"]) func `cuts a network's text`(_ part: String) {
        let text = USSDText.reply(String(repeating: part, count: 100_000))
        #expect(text.unicodeScalars.count == USSDText.maximumReplyLength)
    }
}

@Suite struct `Secrets of a SIM` {
    @Test(arguments: ["1234", "12345678"]) func `a PIN has four to eight digits`(_ pin: String) throws {
        try SIMCode.check(pin: pin)
    }

    @Test(arguments: ["", "987", "987654321", "98a7", "9876\"", "\u{0669}\u{0668}\u{0667}\u{0666}"])
    func `anything else is refused, and not repeated`(_ code: String) {
        for check in [{ try SIMCode.check(pin: code) }, { try SIMCode.check(puk: code) }] as [() throws -> Void] {
            #expect {
                try check()
            } throws: { error in
                guard let error = error as? TelephonyError else { return false }
                return error.code == .invalidArgument && (code.isEmpty || !error.message.contains(code))
            }
        }
    }

    @Test func `a PUK has eight digits`() throws {
        try SIMCode.check(puk: "12345678")
        #expect(throws: TelephonyError.self) { try SIMCode.check(puk: "1234567") }
    }
}
