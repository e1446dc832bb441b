// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Telephony

@Suite("A dial string")
struct DialStringTests {
    static let accepted: [(String, String, String)] = [
        ("5550100", "5550100", ""), ("+15550100", "+15550100", ""), ("+1 (555) 01-00", "+15550100", ""),
        ("555.01/00", "5550100", ""), ("555\u{A0}0100", "5550100", ""), ("91155010", "91155010", ""),
        ("+15550100,1;2#", "+15550100", ",1;2#"), ("+15550100,,77#", "+15550100", ",,77#"),
        ("5550100, 1 2", "5550100", ",12"), ("5550100;", "5550100", ";"), ("5550100*12", "5550100*12", ""),
        ("0555010", "0555010", ""), ("*31#5550100", "*31#5550100", ""), ("#31#+15550100", "#31#+15550100", ""),
    ]

    @Test(arguments: accepted)
    func `keeps exactly what is dialed`(_ text: String, _ address: String, _ postDial: String) throws {
        let dial = try DialString(parsing: text)
        #expect(dial.address == address)
        #expect(dial.postDial == postDial)
        #expect(dial.kind == .number)
        #expect(dial.text == address + postDial)
    }

    @Test(arguments: ["1", "17", "110", "112", "116117", "*2", "*98", "#250", "*675550100", "#31#112", "*31#*2"])
    func `knows what means something to the cellular network alone`(_ text: String) throws {
        let dial = try DialString(parsing: text)
        #expect(dial.kind == .shortCode)
        #expect(dial.address == text)
    }

    @Test(arguments: ["*100#", "*#06#", "#31#", "**21*5550100#", "12#", "*50*33#", "5550100#", "*31#*100#"])
    func `knows a network code by its last character`(_ text: String) throws {
        let dial = try DialString(parsing: text)
        #expect(dial.networkCode != nil)
        #expect(dial.address == text)
    }

    @Test(arguments: ["", " ", "()", ",5", ";"])
    func `without a number is refused`(_ text: String) {
        let error = #expect(throws: TelephonyError.self) { try DialString(parsing: text) }
        #expect(error?.code == .numberEmpty)
    }

    static let invalid = [
        "555O100", "5550100;\r\nAT+CFUN=0", "5550100\n", "5550100\0", "555\t0100", "55+50100", "++15550100", "+",
        "\u{0665}\u{0665}\u{0665}0100", "\u{FF15}550100", "5550100\u{200B}", "5550100\u{202E}", "5550100,A",
        "tel:5550100", "5550100%20", "5550100,1+2", "5550100p1", "5\u{0301}550100", "+*100", "*", "#", "*#", "**",
        "*31#++15550100", "*2+5550100", "*+5550100", "**21*+#", "*100*+5550101#",
    ]

    @Test(arguments: invalid, [DialString.Origin.api, .link])
    func `with anything that cannot be dialed is refused whole`(_ text: String, _ origin: DialString.Origin) {
        let error = #expect(throws: TelephonyError.self) { try DialString(parsing: text, from: origin) }
        #expect(error?.code == .numberInvalid)
    }

    static let typed: [(String, String, String)] = [
        ("\u{0665}\u{0665}\u{0665}0100", "5550100", ""), ("\u{06F5}550100", "5550100", ""),
        ("\u{FF0B}1 \u{FF15}550100", "+15550100", ""), ("\u{FF0A}\u{FF11}00\u{FF03}", "*100#", ""),
        ("\u{0967}\u{0967}\u{0968}", "112", ""), ("5550100,\u{FF17}\u{FF03}", "5550100", ",7#"),
        ("\u{1D7D3}550100", "5550100", ""),
    ]

    @Test(arguments: typed)
    func `from a person takes the digits of every script`(_ text: String, _ address: String, _ postDial: String) throws
    {
        let dial = try DialString(parsing: text, from: .typed)
        #expect(dial.address == address)
        #expect(dial.postDial == postDial)
        for origin in [DialString.Origin.api, .link] {
            let error = #expect(throws: TelephonyError.self) { try DialString(parsing: text, from: origin) }
            #expect(error?.code == .numberInvalid)
        }
    }

    @Test(arguments: ["\u{00B2}550100", "\u{2167}", "\u{4E94}550100", "555O100", "\u{00BD}"])
    func `from a person refuses what is a number but no decimal digit`(_ text: String) {
        let error = #expect(throws: TelephonyError.self) { try DialString(parsing: text, from: .typed) }
        #expect(error?.code == .numberInvalid)
    }

    @Test(arguments: [
        "**21*5550100#1", "*21#5550100", "*100#5", "#21#0", "*31#*100#1", "*#06#1", "*100#,1", "**04*1234*5678*5678",
        "*33*1234", "**05*12345678*1234*1234", "**03*330*1111*2222*2222", "*100#;",
    ])
    func `is refused when it is a code and something more, or a secret without its end`(_ text: String) {
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

    @Test func `is short up to six digits`() throws {
        let longest = String(repeating: "5", count: DialString.longestShortNumber)
        #expect(try DialString(parsing: longest).kind == .shortCode)
        #expect(try DialString(parsing: longest + "5").kind == .number)
        #expect(try DialString(parsing: "+" + longest).kind == .number)
    }

    static let prefixed: [(String, CallerIdentityPrefix?, String)] = [
        ("*31#112", .show, "112"), ("#31#112,1", .hide, "112"), ("#31#+15550100", .hide, "+15550100"),
        ("112;5", nil, "112"), ("*31#", nil, "*31#"), ("*31#*100#", nil, "*31#*100#"), ("*31112", nil, "*31112"),
    ]

    @Test(arguments: prefixed)
    func `is compared without its caller-ID prefix and post-dial part`(
        _ text: String, _ prefix: CallerIdentityPrefix?, _ body: String
    ) throws {
        let dial = try DialString(parsing: text)
        #expect(dial.callerIdentity == prefix)
        #expect(dial.withoutPrefixAndPostDial == body)
    }

    @Test func `is printed without its number`() throws {
        let number = try DialString(parsing: "+15550142,4711")
        let code = try DialString(parsing: "**04*1357*2468*2468#")
        for text in ["\(number)", String(reflecting: number), String(describing: [number]), dumped(number)] {
            #expect(!text.contains("55501") && !text.contains("4711"))
        }
        for text in ["\(code)", String(reflecting: code), code.redacted, dumped(code), dumped(code.kind)] {
            #expect(!text.contains("1357") && !text.contains("2468"))
        }
    }

    @Test func `never lets a byte outside the dialable ones through`() throws {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array("0123456789*#+,;-() abAT\r\n\0é\u{0665}\u{FF0B}".unicodeScalars)
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0..<12, using: &random) {
                if let scalar = alphabet.randomElement(using: &random) { text.unicodeScalars.append(scalar) }
            }
            guard let dial = try? DialString(parsing: text, from: .typed) else { continue }
            #expect(dial.address.utf8.allSatisfy { "0123456789*#+".utf8.contains($0) }, "\(text.debugDescription)")
            #expect(dial.postDial.utf8.allSatisfy { "0123456789*#,;".utf8.contains($0) })
            #expect(try DialString(parsing: dial.text) == dial)
        }
    }
}

/// What `dump` and a debugger show.
func dumped(_ value: some Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
}
