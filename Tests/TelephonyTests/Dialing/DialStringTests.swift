// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Telephony

@Suite("A dial string")
struct DialStringTests {
    static let accepted: [(String, String, String)] = [
        ("5550100", "5550100", ""), ("+15550100", "+15550100", ""), ("+1 (555) 01-00", "+15550100", ""),
        ("555.01/00", "5550100", ""), ("555\u{A0}0100", "5550100", ""), ("*2", "*2", ""), ("91155010", "91155010", ""),
        ("+15550100,1;2#", "+15550100", ",1;2#"), ("+15550100,,77#", "+15550100", ",,77#"),
        ("5550100, 1 2", "5550100", ",12"), ("110", "110", ""),
    ]

    @Test(arguments: accepted)
    func `keeps exactly what is dialed`(_ text: String, _ address: String, _ postDial: String) throws {
        let dial = try DialString(parsing: text)
        #expect(dial.address == address)
        #expect(dial.postDial == postDial)
        #expect(dial.kind == .number)
    }

    @Test(arguments: ["*100#", "*#06#", "#31#", "**21*5550100#", "12#"])
    func `knows a network code`(_ text: String) throws { #expect(try DialString(parsing: text).kind == .networkCode) }

    @Test(arguments: ["", " ", "()", ",5", ";"])
    func `without a number is refused`(_ text: String) {
        let error = #expect(throws: TelephonyError.self) { try DialString(parsing: text) }
        #expect(error?.code == .numberEmpty)
    }

    static let invalid = [
        "555O100", "5550100;\r\nAT+CFUN=0", "5550100\n", "5550100\0", "555\t0100", "55+50100", "++15550100", "+",
        "\u{0665}\u{0665}\u{0665}0100", "\u{FF15}550100", "5550100\u{200B}", "5550100\u{202E}", "5550100,A",
        "tel:5550100",
        "5550100%20", "5550100,1+2", "5550100p1", "5\u{0301}550100",
    ]

    @Test(arguments: invalid)
    func `with anything that cannot be dialed is refused whole`(_ text: String) {
        let error = #expect(throws: TelephonyError.self) { try DialString(parsing: text) }
        #expect(error?.code == .numberInvalid)
    }

    @Test func `of 80 characters is the longest`() throws {
        let longest = String(repeating: "5", count: DialString.maximumLength)
        #expect(try DialString(parsing: longest).address == longest)
        for tooLong in [longest + "5", "5," + longest + "5", String(repeating: "5", count: 10_000_000)] {
            let error = #expect(throws: TelephonyError.self) { try DialString(parsing: tooLong) }
            #expect(error?.code == .numberTooLong)
        }
    }

    @Test func `never lets a byte outside the dialable ones through`() {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array("0123456789*#+,;-() abAT\r\n\0é".unicodeScalars)
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0..<12, using: &random) {
                if let scalar = alphabet.randomElement(using: &random) { text.unicodeScalars.append(scalar) }
            }
            guard let dial = try? DialString(parsing: text) else { continue }
            #expect(dial.address.utf8.allSatisfy { "0123456789*#+".utf8.contains($0) }, "\(text.debugDescription)")
            #expect(dial.postDial.utf8.allSatisfy { "0123456789*#,;".utf8.contains($0) })
        }
    }
}
