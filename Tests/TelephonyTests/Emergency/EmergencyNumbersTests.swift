// SPDX-License-Identifier: Apache-2.0
import Telephony
import Testing

@Suite("Emergency numbers")
struct EmergencyNumbersTests {
    static func line(
        _ readiness: Line.Readiness = .ready, iccid: String? = "8986", facts: EmergencyFacts = EmergencyFacts()
    ) -> Line {
        Line(
            key: LineKey(backend: "b", reference: "\(readiness)"), iccid: iccid, label: "Line", readiness: readiness,
            emergency: facts)
    }

    @Test(arguments: [
        "112", "911", " 1 1-2", "(911)", "1\u{A0}12", "*31#112", "#31#911", "112,,5", "112;1", "*31#1-1-2,#",
    ])
    func `are found behind separators, a CLIR prefix and before the post-dial part`(_ address: String) {
        #expect(EmergencyNumbers(lines: [Self.line()]).contains(address))
    }

    @Test(arguments: [
        "+112", "1120", "91155010", "9116666666", "0112", "11", "112#", "*112", "*31#", "#31#", "*31#*31#112",
        "*30#112",
        "", "+", "tel:112", "112a", "１１２", "sos", ",112", "5550100",
    ])
    func `are nothing that merely looks like one`(_ address: String) {
        #expect(!EmergencyNumbers(lines: [Self.line()]).contains(address))
    }

    @Test(arguments: ["000", "08", "110", "118", "119", "999"])
    func `are six more without a SIM, and only then`(_ number: String) {
        #expect(EmergencyNumbers(lines: []).contains(number))
        #expect(EmergencyNumbers(lines: [Self.line(.noSIM, iccid: nil)]).contains(number))
        #expect(EmergencyNumbers(lines: [Self.line(.locked("SIM PIN"))]).contains(number))
        #expect(EmergencyNumbers(lines: [Self.line(.emergencyOnly, iccid: nil)]).contains(number))
        #expect(!EmergencyNumbers(lines: [Self.line()]).contains(number))
        #expect(!EmergencyNumbers(lines: [Self.line(.emergencyOnly)]).contains(number))
        #expect(!EmergencyNumbers(lines: [Self.line(.noSIM, iccid: nil), Self.line()]).contains(number))
    }

    @Test func `are the union of every line's lists`() {
        let lines = [
            Self.line(facts: EmergencyFacts(simNumbers: ["117"])),
            Self.line(facts: EmergencyFacts(networkNumbers: ["144"])),
        ]
        var numbers = EmergencyNumbers(lines: lines)
        for number in ["112", "911", "117", "144"] { #expect(numbers.contains(number)) }
        #expect(!numbers.contains("133"))
        numbers.insert(["133"])
        #expect(numbers.contains("133"))
    }

    @Test(arguments: [["", "      ", "FFFFFF"], ["*", "#", "+", "+112112"], ["1234567", "12a"], ["\u{0}", "１１２"]])
    func `are not in blank and broken records`(_ records: [String]) {
        let facts = EmergencyFacts(simNumbers: Set(records), networkNumbers: Set(records))
        #expect(EmergencyNumbers(lines: [Self.line(facts: facts)]).numbers == EmergencyNumbers.always)
    }

    @Test func `are not looked for in a text without bounds`() {
        #expect(!EmergencyNumbers(lines: []).contains("112" + String(repeating: " ", count: 1_000_000)))
    }

    @Test(arguments: [
        ("262011234567890", "262"), ("26201", "262"), ("001", "001"), ("26", nil), ("", nil), ("2a201", nil),
        ("１２３", nil),
    ])
    func `have a country in the first three digits of an operator`(_ code: String, _ country: String?) {
        #expect(EmergencyFacts.country(of: code) == country)
    }
}
