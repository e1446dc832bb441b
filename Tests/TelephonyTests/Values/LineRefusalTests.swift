// SPDX-License-Identifier: Apache-2.0
import Telephony
import Testing

@Suite struct `A line that cannot dial` {
    static let states: [(Line.Readiness, TelephonyError.Code)] = [
        (.starting, .notRegistered), (.noSIM, .noSIM), (.locked("SIM PIN"), .simLocked),
        (.locked("SIM PUK"), .simLocked), (.notRegistered, .notRegistered), (.emergencyOnly, .notRegistered),
        (.switchedOff, .switchedOff), (.failed("it burns; put it out"), .modemFailed),
    ]

    @Test(arguments: states)
    func `says why, and what to do next`(_ state: Line.Readiness, _ code: TelephonyError.Code) throws {
        let refusal = try #require(state.refusal)
        #expect(refusal.code == code)
        #expect(refusal.halves != nil, "\(refusal)")
        #expect(!refusal.message.hasSuffix("."))
    }

    @Test func `is none when it is ready`() { #expect(Line.Readiness.ready.refusal == nil) }

    @Test(arguments: [
        ("SIM PIN", "mmcli -i any --pin=CODE"), ("SIM PIN2", "mmcli -i any --pin=CODE"), ("SIM PUK", "**05*PUK*"),
        ("SIM PUK2", "**052*PUK2*"), ("PH-NET PIN", "sold"), ("PH-NET PUK", "sold"),
    ])
    func `says how its code is entered`(_ code: String, _ next: String) {
        #expect(TelephonyError.simLocked(code).halves?.next.contains(next) == true)
    }
}

@Suite struct `A message` {
    @Test(arguments: [("what; next", "what", "next"), ("what; next; then", "what", "next; then")])
    func `has two halves`(_ message: String, _ what: String, _ next: String) {
        let halves = TelephonyError(.modemFailed, message).halves
        #expect(halves?.what == what)
        #expect(halves?.next == next)
    }

    @Test(arguments: ["", "what", "what;", "what; "])
    func `without a next step has one`(_ message: String) {
        #expect(TelephonyError(.modemFailed, message).halves == nil)
    }
}
