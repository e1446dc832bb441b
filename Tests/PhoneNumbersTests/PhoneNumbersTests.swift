// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Telephony
import TestSupport
import Testing

@testable import PhoneNumbers

@Suite("The countries' emergency numbers")
struct PhoneNumbersTests {
    static let shared = PhoneNumbers()

    @Test(arguments: [
        ("110", "262"), ("112", "262"), ("999", "234"), ("112", "234"), ("117", "228"), ("144", "228"), ("911", "310"),
        ("000", "505"), ("119", "440"), ("120", "460"), ("190", "724"), ("111", "530"), ("15", "208"), ("15", "340"),
    ])
    func `are known by the network's country`(_ number: String, _ country: String) async {
        #expect(await Self.shared.isEmergencyNumber(number, networkCountry: country, simCountry: nil))
    }

    @Test(arguments: [
        // Another country's, one that only begins like one, one with more than digits, none at all.
        ("110", "234"), ("91155010", "242"), ("1120", "262"), ("+112", "262"), ("112#", "262"), ("5550100", "310"),
        ("11", "262"), ("", "262"), ("9116666666", "310"),
    ])
    func `are whole numbers of that country`(_ number: String, _ country: String) async {
        #expect(await !Self.shared.isEmergencyNumber(number, networkCountry: country, simCountry: nil))
    }

    @Test func `are the SIM's country's only where there is no network`() async {
        #expect(await Self.shared.isEmergencyNumber("110", networkCountry: nil, simCountry: "262"))
        #expect(await !Self.shared.isEmergencyNumber("110", networkCountry: "234", simCountry: "262"))
    }

    @Test(arguments: [nil, "001", "999", "", "abc"])
    func `are none where the country is unknown, and then nothing is loaded`(_ country: String?) async {
        let numbers = PhoneNumbers()
        #expect(await !numbers.isEmergencyNumber("110", networkCountry: country, simCountry: nil))
        #expect(!numbers.isLoaded)
    }

    @Test func `need no library for a number that is too long`() async {
        let numbers = PhoneNumbers()
        #expect(await !numbers.isEmergencyNumber("5550100", networkCountry: "262", simCountry: nil))
        #expect(!numbers.isLoaded)
        #expect(await numbers.isEmergencyNumber("112", networkCountry: "262", simCountry: nil))
        #expect(numbers.isLoaded)
    }

    @Test func `are not known without the library, which is said once`() async {
        let lines = Mutex<[String]>([])
        let missing = PhoneNumbers(paths: ["/nowhere/lib.so"]) { line in lines.withLock { $0.append(line) } }
        for _ in 0..<2 { #expect(await !missing.isEmergencyNumber("110", networkCountry: "262", simCountry: nil)) }
        #expect(lines.withLock(\.count) == 1)
        #expect(await missing.trouble() == lines.withLock(\.first))
        #expect(await Self.shared.trouble() == nil)
    }
}
