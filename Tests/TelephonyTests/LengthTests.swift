// SPDX-License-Identifier: Apache-2.0
import Telephony
import Testing

@Suite("What others make us keep")
struct LengthTests {
    @Test func `a name is cut at a limit, between characters of Unicode`() {
        let limit = Handle.maximumNameLength
        let long = Handle(type: .phoneNumber, value: "5550100", displayName: String(repeating: "é", count: limit))
        #expect(long.displayName == String(repeating: "é", count: limit / 2))
        let odd = Handle(type: .phoneNumber, value: "5550100", displayName: "x" + String(repeating: "é", count: limit))
        #expect(odd.displayName.utf8.count == limit - 1)
        let name = String(repeating: "x", count: limit)
        #expect(Handle(type: .generic, value: "", displayName: name).displayName == name)
    }

    @Test(arguments: [0, 1])
    func `a number of the network that is longer than the limit is none`(excess: Int) {
        let number = String(repeating: "5", count: RemoteParty.maximumNumberLength + excess)
        let party = RemoteParty(number: number)
        #expect(party.number == (excess == 0 ? number : ""))
        #expect(party.presentation == (excess == 0 ? .allowed : .unknown))
    }

    @Test(arguments: [0, 1])
    func `a text to dial is bounded with its separators`(excess: Int) throws {
        let spaces = String(repeating: " ", count: DialString.maximumTextLength - 7 + excess)
        let dial = { try DialString(parsing: "5550100" + spaces) }
        if excess == 0 {
            #expect(try dial().address == "5550100")
        } else {
            #expect(#expect(throws: TelephonyError.self) { _ = try dial() }?.code == .numberTooLong)
        }
    }
}
