// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Telephony

@Suite("A typed number")
struct TypedNumberTests {
    static let readable: [(String, String)] = [
        ("１１２，１", "112,1"), ("５５５－０１００", "5550100"), ("（０２０）５５５０", "0205550"), ("０３ー５５５０１００", "035550100"),
        ("＋１　５５５０１００", "+15550100"), ("555\u{2013}01\u{2011}00", "5550100"), ("555\u{2212}0100", "5550100"),
        ("\u{202D}+1 555\u{A0}0100\u{202C}", "+15550100"), ("\u{200E}5550100\u{200F}", "5550100"),
        ("\u{2066}5550100\u{2069}", "5550100"), ("555\u{200B}0100", "5550100"), ("555\u{2009}01\u{202F}00", "5550100"),
        ("5550100\u{060C}7", "5550100,7"), ("5550100；7＃", "5550100;7#"), ("+44 （０）20 5550 0123", "+442055500123"),
        ("\u{FEFF}5550100", "5550100"), ("555\u{2044}0100", "5550100"),
    ]

    @Test(arguments: readable)
    func `is read as it is meant`(_ text: String, _ dialed: String) throws {
        #expect(try DialString(parsing: text, from: .typed).text == dialed)
        for origin in [DialString.Origin.api, .link] where text.utf8.count != text.unicodeScalars.count {
            #expect((try? DialString(parsing: text, from: origin))?.text != dialed)
        }
    }

    static let blamed: [(String, String)] = [
        ("５５５x０１００", "the letter x"), ("555\u{202E}0100", "U+202E"), ("555\u{2067}0100", "U+2067"),
        ("５５５\u{4E94}", "U+4E94"), ("1-800-FLOWERS", "the letter F"), ("555!0100", "(!)"), ("555\n0100", "U+000A"),
        ("５５５＋１", "U+FF0B"),
    ]

    @Test(arguments: blamed)
    func `is refused by the name of what is wrong in it`(_ text: String, _ name: String) {
        let error = #expect(throws: TelephonyError.self) { try DialString(parsing: text, from: .typed) }
        #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: ["-1", "-2", " -1", "(-1)", "--5550100", "-112", "+-15550100", "\u{2212}1", "\u{2013}1"])
    func `does not begin with a dash`(_ text: String) {
        for origin in [DialString.Origin.typed, .api, .link] {
            let error = #expect(throws: TelephonyError.self) { try DialString(parsing: text, from: origin) }
            #expect(error?.code == .numberInvalid)
        }
    }
}
