// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Telephony

@Suite("A telephone link")
struct TelLinkTests {
    static let accepted: [(String, String, String)] = [
        // The examples of RFC 3966, with numbers that are nobody's.
        ("tel:+1-201-555-0123", "+12015550123", ""),
        ("tel:7042;phone-context=example.com", "7042", ""),
        ("tel:555-0134;phone-context=+1-914", "+19145550134", ""),
        ("tel:+1-201-555-0111;postd=pp22", "+12015550111", ",,22"),
        ("tel:+44-20-5550-0123", "+442055500123", ""),
        ("tel:+15550100;ext=22", "+15550100", ",22"),
        ("tel:+15550100;isub=1411", "+15550100", ""),
        // What is on the web.
        ("TEL:+15550100", "+15550100", ""), ("telephony:5550100", "5550100", ""), ("tel://5550100", "5550100", ""),
        ("telephony://+15550100", "+15550100", ""), ("tel:(555)%2001.00", "5550100", ""),
        ("tel:555 01 00", "5550100", ""),
        ("tel:%2B15550100", "+15550100", ""), ("tel:555%C2%A00100", "5550100", ""), ("tel:112", "112", ""),
        ("tel:+15550100,1%3B2%23", "+15550100", ",1;2#"), ("tel:+15550100,1;2%23", "+15550100", ",1;2#"),
        ("tel:5550100;ext=2-2;postd=w7%23", "5550100", ",22;7#"), ("tel:5550100;postd=7", "5550100", ",7"),
        ("tel:5550100;x;y=%20z", "5550100", ""),
        ("tel:5550100;phone-context=example.com;ext=1", "5550100", ",1"),
    ]

    @Test(arguments: accepted)
    func `dials exactly what it says`(_ link: String, _ address: String, _ postDial: String) throws {
        let dial = try TelLink(parsing: link).dial
        #expect(dial.address == address)
        #expect(dial.postDial == postDial)
    }

    @Test func `tells its scheme, context and subaddress`() throws {
        let link = try TelLink(parsing: "Telephony:7042;isub=12%2F34;phone-context=PBX.example")
        #expect(link.scheme == .telephony)
        #expect(link.context == .domain("pbx.example"))
        #expect(link.subaddress == "12/34")
        #expect(try TelLink(parsing: "tel:5550100;phone-context=+1").context == .prefix("+1"))
    }

    static let completed: [(String, String)] = [
        ("tel:0205550100;phone-context=+41", "+41205550100"), ("tel:205550100;phone-context=+41", "+41205550100"),
        ("tel:112;phone-context=+41", "112"), ("tel:911;phone-context=+1", "911"),
        ("tel:10111;phone-context=+27", "10111"),
        ("tel:116117;phone-context=+49", "116117"), ("tel:0655501;phone-context=+39", "+390655501"),
        ("tel:0155501000;phone-context=+225", "+2250155501000"), ("tel:06205550100;phone-context=+36", "+36205550100"),
        ("tel:1-201-555-0100;phone-context=+1", "+12015550100"), ("tel:555-0100;phone-context=+1-201", "+12015550100"),
        ("tel:8-201-555-0100;phone-context=+7", "+72015550100"), ("tel:+15550100;phone-context=+41", "+15550100"),
        ("tel:*2;phone-context=+41", "*2"), ("tel:*100%23;phone-context=+41", "*100#"),
        ("tel:%23" + "31%23" + "5550100;phone-context=+41", "#31#+415550100"),
        ("tel:%2331%230315550100;phone-context=+41", "#31#+41315550100"),
        ("tel:*31%23+15550100;phone-context=+41", "*31#+15550100"), ("tel:%2331%23112;phone-context=+41", "#31#112"),
        ("tel:**21*+15550101%23;phone-context=+41", "**21*+15550101#"),
        ("tel:(0)20-5550-0123;phone-context=+44", "+442055500123"), ("tel:912345678;phone-context=+34", "+34912345678"),
        ("tel:80175550100;phone-context=+375", "+375175550100"), ("tel:855501000;phone-context=+370", "+37055501000"),
    ]

    @Test(arguments: completed)
    func `is completed by a prefix only where that makes a number`(_ link: String, _ address: String) throws {
        #expect(try TelLink(parsing: link).dial.address == address)
    }

    @Test func `with an escaped hash is a network code`() throws {
        #expect(try TelLink(parsing: "tel:*123%23").dial.networkCode?.family == .unstructured)
        #expect(try TelLink(parsing: "tel:**21*5550101%23").dial.networkCode?.family == .forwarding(.unconditional))
        #expect(try TelLink(parsing: "tel:*%2306%23").dial.networkCode?.family == .imei)
    }

    static let invalid = [
        // Fragments and queries
        "tel:*123#", "tel:5550100#", "tel:*123#5", "tel:+15550100,,77#5", "tel:+15550100,#7#", "tel:5550100?x=1",
        "tel:5550100;ext=1,2#",
        // Escapes
        "tel:*123%2523", "tel:555%2", "tel:555%", "tel:555%GG0100", "tel:555%0A0100", "tel:555%000100",
        "tel:555%7F0100",
        "tel:555%C2%850100", "tel:555%C20100", "tel:555%FF0100", "tel:555\n0100", "tel:5550100\r\n", "tel:555%090100",
        "tel:555%252001", "tel:5550100;ext=%0A1", "tel:5550100;x=%0A",
        // Digits of other scripts, letters
        "tel:%D9%A5550100", "tel:\u{0665}550100", "tel:%EF%BC%95550100", "tel:1-800-555-ABCD", "tel:user@example.com",
        // Parameters
        "tel:5550100;ext=1;ext=1", "tel:5550100;ext=1;EXT=2", "tel:5550100;phone-context=a.b;phone-context=+1",
        "tel:5550100;x=1;X=2", "tel:5550100;ext=", "tel:5550100;ext", "tel:5550100;ext=12a", "tel:5550100;isub=",
        "tel:5550100;isub", "tel:5550100;postd=", "tel:5550100;postd=x1", "tel:5550100;=1", "tel:5550100;;ext=1",
        "tel:5550100;", "tel:5550100;a b=1", "tel:5550100;x=<>", "tel:*100%23;ext=1", "tel:5550100;ext=1;2",
        // Contexts
        "tel:0205550100;phone-context=%3C%3E", "tel:0205550100;phone-context=<>", "tel:0205550100;phone-context=",
        "tel:0205550100;phone-context=+", "tel:0205550100;phone-context=41", "tel:0205550100;phone-context=+0",
        "tel:0205550100;phone-context=+4a", "tel:0205550100;phone-context=-a.example",
        "tel:0205550100;phone-context=a..example", "tel:0205550100;phone-context=+4120",
        "tel:20555010012345;phone-context=+41", "tel:0205550100;phone-context=+1234567890123456",
        "tel:863-1234;phone-context=+1-914-555", "tel:1-201-555-0123;phone-context=+1-201",
        "tel:0315550100;phone-context=+4", "tel:20555001;phone-context=+44(0)", "tel:0912345678;phone-context=+34",
        "tel:5550100*12;phone-context=+41", "tel:*675550100;phone-context=+41",
        "tel:**21*0315550100%23;phone-context=+41", "tel:**21*5550%23;phone-context=+41",
    ]

    @Test(arguments: invalid)
    func `that cannot be understood whole is refused`(_ link: String) {
        let error = #expect(throws: TelephonyError.self) { try TelLink(parsing: link) }
        #expect(error?.code == .numberInvalid)
        #expect(error?.message.contains("555") == false)
    }

    @Test(arguments: [
        "http://example.com", "sip:5550100@example.com", "5550100", "", "tel", "tel5550100", "tels:1", ":1", " tel:1",
    ])
    func `of another scheme is refused for that`(_ link: String) {
        let error = #expect(throws: TelephonyError.self) { try TelLink(parsing: link) }
        #expect(error?.code == .unsupportedHandle)
    }

    @Test(arguments: ["tel:", "tel://", "telephony:", "tel:;ext=1", "tel:%20", "tel:,5"])
    func `without a number is refused`(_ link: String) {
        let error = #expect(throws: TelephonyError.self) { try TelLink(parsing: link) }
        #expect(error?.code == .numberEmpty)
    }

    @Test func `of 1,024 bytes is the longest`() throws {
        let start = "tel:5550100;x="
        let filler = String(repeating: "x", count: TelLink.maximumLength - start.utf8.count)
        #expect(try TelLink(parsing: start + filler).dial.address == "5550100")
        for link in [start + filler + "x", "tel:" + String(repeating: "5", count: 81)] {
            let error = #expect(throws: TelephonyError.self) { try TelLink(parsing: link) }
            #expect(error?.code == .numberTooLong)
        }
    }
}
