// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Telephony

/// What went wrong in other dialers, as their users reported it; the links are to the public reports.
/// Those about emergency numbers (9, 10, 13, 17) and what comes to the modem are in `EndToEndTests/FieldReports`, too.
@Suite("What went wrong elsewhere")
struct DialingFieldReportTests {
    /// Field report 1: https://gitlab.freedesktop.org/mobile-broadband/ModemManager/-/work_items/1067
    @Test(arguments: ["5550100;\r\nAT+CFUN=0", "5550100\r", "5550100\u{1A}", "5550100;AT", "5550100\"", "5550100,\n"])
    func `no second modem command gets in through a number`(_ text: String) {
        for origin in [DialString.Origin.typed, .api, .link] {
            let error = #expect(throws: TelephonyError.self) { try DialString(parsing: text, from: origin) }
            #expect(error?.code == .numberInvalid)
        }
    }

    /// Field report 2: https://github.com/64characters/Telephone/issues/687, https://github.com/flutter/flutter/issues/84903
    @Test func `an escaped hash is decoded once, and a bare one cuts nothing off`() throws {
        let dial = try TelLink(parsing: "tel:*123%23").dial
        #expect(dial.address == "*123#")
        #expect(dial.networkCode != nil)
        #expect(throws: TelephonyError.self) { try TelLink(parsing: "tel:*123#") }
    }

    /// Field report 4: https://github.com/ezyang/htmlpurifier/issues/352, https://github.com/netbox-community/netbox/issues/16460
    @Test func `escaped spaces never become digits`() throws {
        #expect(try TelLink(parsing: "tel:+1555%2001%2000").dial.address == "+15550100")
        #expect(try TelLink(parsing: "tel:+1555%C2%A00100").dial.address == "+15550100")
        #expect(try TelLink(parsing: "tel:+1555 01 00").dial.address == "+15550100")
        #expect(throws: TelephonyError.self) { try TelLink(parsing: "tel:+1555%2") }
        #expect(throws: TelephonyError.self) { try TelLink(parsing: "tel:+1555%090100") }
        #expect(throws: TelephonyError.self) { try DialString(parsing: "+1555%2001%2000", from: .link) }
    }

    /// Field report 5: https://github.com/ezyang/htmlpurifier/issues/388
    @Test(arguments: ["tel:+15550100,,77#", "tel:+15550100,,77%23", "tel:+15550100%2C%2C77%23"])
    func `a pass code is not glued to the number`(_ link: String) throws {
        let dial = try TelLink(parsing: link).dial
        #expect(dial.address == "+15550100")
        #expect(dial.postDial == ",,77#")
        #expect(dial.kind == .number)
    }

    /// Field report 7: https://github.com/google/libphonenumber/pull/3792, https://github.com/google/libphonenumber/pull/2875
    @Test func `a phone-context makes no impossible number`() throws {
        #expect(try TelLink(parsing: "tel:0205550100;phone-context=+41").dial.address == "+41205550100")
        #expect(try TelLink(parsing: "tel:112;phone-context=+41").dial.address == "112")
        #expect(throws: TelephonyError.self) { try TelLink(parsing: "tel:0205550100;phone-context=<>") }
    }

    /// Field report 8: https://github.com/64characters/Telephone/issues/348, https://github.com/ubports/dialer-app/pull/45
    @Test func `pauses and waits stay, in their order`() throws {
        let dial = try DialString(parsing: "+15550100,1;2#")
        #expect(dial.address == "+15550100")
        #expect(dial.postDial == ",1;2#")
    }

    /// Field report 9: https://github.com/PixelExperience/android-issues/issues/5805
    @Test(arguments: ["110", "112", "08", "000"])
    func `an emergency number is dialed as it stands`(_ text: String) throws {
        let dial = try DialString(parsing: text)
        #expect(dial.address == text)
        #expect(dial.withoutPrefixAndPostDial == text)
        #expect(dial.networkCode == nil)
    }

    /// Field report 10: https://github.com/SimpleMobileTools/Simple-Dialer/issues/372
    @Test func `a number that begins like an emergency number is a number`() throws {
        let dial = try DialString(parsing: "91155010")
        #expect(dial.kind == .number)
        #expect(dial.withoutPrefixAndPostDial == "91155010")
    }

    /// Field report 12: https://gitlab.gnome.org/GNOME/calls/-/issues/176
    @Test(arguments: ["5550100", "*100#", "05550100", "+15550100"])
    func `nothing is put in front`(_ text: String) throws {
        #expect(try DialString(parsing: text).address == text)
        #expect(try DialString(parsing: text, from: .typed).address == text)
    }

    /// Field report 14: https://github.com/mozilla-b2g/gaia/pull/6627, https://github.com/mudita/MuditaOS/issues/3982
    @Test func `a star alone makes no code, and a hash at the end makes one`() throws {
        #expect(try DialString(parsing: "*2").kind == .shortCode)
        #expect(try DialString(parsing: "*50*33").kind == .shortCode)
        #expect(try DialString(parsing: "*50*33#").networkCode != nil)
    }

    /// Field report 62: https://arnowelzel.de/en/ugly-bug-in-android
    @Test(arguments: ["tel:*99%2A12%23", "telephony:*99%2a12%23", "tel://*99*12%23", "tel:%2a%39%39%2a12%23"])
    func `a code in a link is known as a code however it is escaped`(_ link: String) throws {
        let dial = try TelLink(parsing: link).dial
        #expect(dial.networkCode?.networkString == "*99*12#")
    }
}
