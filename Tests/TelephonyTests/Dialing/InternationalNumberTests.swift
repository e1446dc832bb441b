// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Telephony

@Suite("A number for another country")
struct InternationalNumberTests {
    static let trunk: [(String, String)] = [
        ("+44 (0)20 5550 0123", "+442055500123"), ("+44(0)2055500123", "+442055500123"),
        ("+49 (0) 30 5550100", "+49305550100"), ("#31#+41 (0)31 5550100", "#31#+41315550100"),
        ("+36 (06) 20 5550100", "+36205550100"), ("+7 (8) 201 555-01-00", "+72015550100"),
        ("+39 06 5550100", "+39065550100"), ("(0)20 5550 0123", "02055500123"), ("+1 (201) 555-0123", "+12015550123"),
    ]

    @Test(arguments: trunk)
    func `loses the bracketed trunk prefix`(_ text: String, _ address: String) throws {
        for origin in [DialString.Origin.typed, .api, .link] {
            #expect(try DialString(parsing: text, from: origin).address == address)
        }
        let escaped = text.replacing("#", with: "%23")
        #expect(try TelLink(parsing: "tel:" + escaped).dial.address == address)
    }

    static let impossible = [
        "+0041315550100", "+0", "+011441632960100", "+441632(0)960100", "+44 20 (0)5550 0123", "0044 (0)20 5550 0123",
        "44(0)2055500123", "+39 (0)6 5550100", "+34 (0)912345678", "+442(0)", "+4402055500123", "+44(0)02055500123",
        "+44 (020) 5550 0123", "+41041315550100", "+101144163296010", "+112015550123", "+3606205550100",
        "+1234567890123456", "#31#+0041315550100", "**21*+0041315550100#", "**21*+4402055500123#", "+340912345678",
    ]

    @Test(arguments: impossible)
    func `that cannot exist is refused`(_ text: String) {
        for origin in [DialString.Origin.typed, .api, .link] {
            let error = #expect(throws: TelephonyError.self) { try DialString(parsing: text, from: origin) }
            #expect(error?.code == .numberInvalid)
        }
    }

    /// Exit codes and trunk prefixes as a person in the country dials them, of countries of each kind.
    static let exits: [(country: String, exit: String)] = [
        ("41", "00"), ("44", "00"), ("1", "011"), ("7", "810"), ("61", "0011"), ("81", "010"), ("53", "119"),
        ("65", "001"), ("65", "018"), ("55", "0015"), ("57", "009"), ("62", "008"), ("66", "001"), ("82", "00700"),
        ("234", "009"), ("254", "000"), ("255", "005"), ("256", "007"), ("358", "990"), ("358", "00"), ("375", "810"),
        ("592", "001"), ("855", "007"), ("886", "002"), ("886", "019"), ("972", "012"), ("976", "001"), ("238", "0"),
        ("685", "0"), ("230", "020"), ("960", "019"), ("679", "052"), ("677", "01"), ("248", "010"), ("680", "011"),
        ("692", "011"), ("64", "0161"), ("598", "013"), ("993", "810"), ("52", "00"), ("39", "00"), ("850", "99"),
    ]

    @Test(arguments: exits)
    func `is not put behind another country's code`(_ country: String, _ exit: String) {
        for number in ["\(exit)441632960100", "\(exit)41315550100", "\(exit)0315550"] {
            let link = try? TelLink(parsing: "tel:\(number);phone-context=+\(country)")
            #expect(link == nil || link?.dial.address.contains(exit) == false, "\(link?.dial.address ?? "")")
        }
    }

    /// Whatever a link says: what comes out is the link's own number, or a number that can exist.
    @Test func `is possible in every country`() throws {
        var random = SystemRandomNumberGenerator()
        for country in 1...999 {
            for _ in 0..<20 {
                let lead =
                    ["", "0", "00", "000", "011", "810", "1", "8", "06", "010"].randomElement(using: &random) ?? ""
                let digits = (0..<Int.random(in: 4...12, using: &random)).map { _ in
                    "\(Int.random(in: 0...9, using: &random))"
                }
                let number = lead + digits.joined()
                guard let link = try? TelLink(parsing: "tel:\(number);phone-context=+\(country)") else { continue }
                let address = link.dial.address
                guard address != number else { continue }
                #expect(try DialString(parsing: address).address == address)
                #expect(address.utf8.count <= 16)
                #expect(!address.hasPrefix("+\(country)00"), "\(number) in +\(country)")
            }
        }
    }

    @Test func `with no digit behind the country code is for the network`() throws {
        #expect(try DialString(parsing: "+112").address == "+112")
        #expect(try DialString(parsing: "+4").address == "+4")
    }
}
