// SPDX-License-Identifier: Apache-2.0
import Telephony
import Testing

@Suite("The other party")
struct RemotePartyTests {
    @Test(arguments: ["-1", "-2", "Unknown", "UNAVAILABLE", "null", "", "  "])
    func `whose number is a stand-in is unknown`(_ text: String) {
        let party = RemoteParty(number: text)
        #expect(party.presentation == .unknown)
        #expect(party.handles.isEmpty)
    }

    @Test(arguments: ["anonymous", "Private", "Restricted", "withheld", "sip:anonymous@anonymous.invalid"])
    func `who says so is hidden`(_ text: String) {
        let party = RemoteParty(number: text)
        #expect(party.presentation == .restricted)
        #expect(party.handles.isEmpty)
    }

    @Test func `with a name for a number has no phone number`() {
        #expect(RemoteParty(number: "Example").handles == [Handle(type: .generic, value: "Example")])
        for number in ["+15550100", "5550100", "112", "*2"] {
            #expect(RemoteParty(number: number).handles == [.number(number)])
        }
    }
}
