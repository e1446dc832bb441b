// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ModemSimulator

@Suite("A command line is taken apart as V.250 says")
struct ATLineParserTests {
    @Test(
        "into its commands",
        arguments: [
            ("AT", []),
            ("at", []),
            ("ATE0V1", [ATCommand("E", argument: "0"), ATCommand("V", argument: "1")]),
            ("ATH", [ATCommand("H")]),
            ("AT&F;&C1", [ATCommand("&F"), ATCommand("&C", argument: "1")]),
            ("AT\\Q3", [ATCommand("\\Q", argument: "3")]),
            ("ATS0=1", [ATCommand("S0", usage: "=", argument: "1")]),
            (
                "AT+VTS=1;+VTS=2",
                [ATCommand("+VTS", usage: "=", argument: "1"), ATCommand("+VTS", usage: "=", argument: "2")]
            ),
            ("AT+creg?", [ATCommand("+CREG", usage: "?")]),
            ("AT^SLCC=?", [ATCommand("^SLCC", usage: "=?")]),
            ("AT+CLCC;+CSQ", [ATCommand("+CLCC"), ATCommand("+CSQ")]),
            (
                "AT+CUSD=1,\"a;b c\",15;+CSQ",
                [
                    ATCommand("+CUSD", usage: "=", argument: "1,\"a;b c\",15"), ATCommand("+CSQ"),
                ]
            ),
            ("ATD+15550100;", [ATCommand("D", argument: "+15550100;")]),
            ("ATE0D*100#;+CHUP", [ATCommand("E", argument: "0"), ATCommand("D", argument: "*100#;+CHUP")]),
        ] as [(String, [ATCommand])])
    func commands(line: String, expected: [ATCommand]) {
        #expect(ATLineParser.commands(in: line) == expected)
    }

    @Test(
        "or not at all", arguments: ["", "A", "hello", "AT+", "AT+CREG!x ?=", "AT+CREG==1", "AT1", "ATé", "AT+CREG??"])
    func malformed(line: String) {
        #expect(ATLineParser.commands(in: line) == nil)
    }

    @Test("a command's fields are split at commas outside quotes")
    func fields() {
        let command = ATCommand("+X", usage: "=", argument: "1,\"a,b\",,3")
        #expect(command.fields == ["1", "a,b", "", "3"])
        #expect(command.field(7).isEmpty)
    }
}
