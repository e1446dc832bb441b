// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony
import Testing

@testable import ConversationService

@Suite("Rows that a crash left open")
struct AdoptionTests {
    private func call(_ state: CallState, reference: String = "r") -> Call {
        Call(
            id: CallID(), line: LineKey(backend: "b", reference: "0"), direction: .incoming,
            remote: RemoteParty(number: "+15550123"), state: state, reference: reference)
    }

    private func row(_ number: String = "+15550123", _ direction: Direction = .incoming) -> ConversationRecord {
        ConversationRecord(
            id: UUID(), direction: direction, handles: [.number(number)], startedAt: Date(), callReference: "r")
    }

    @Test func `are waited for by what is connected and not by what rings`() {
        var adoption = Adoption(backends: ["b"])
        #expect(adoption.awaitsRow(of: call(.active), on: "b") && adoption.awaitsRow(of: call(.held), on: "b"))
        #expect(!adoption.awaitsRow(of: call(.incoming), on: "b") && !adoption.awaitsRow(of: call(.waiting), on: "b"))
        adoption.expect([])
        #expect(!adoption.awaitsRow(of: call(.active), on: "b"))
    }

    @Test func `are taken once, by the call that fits`() {
        for (row, fits) in [(row(), true), (row("+15550177"), false), (row("+15550123", .outgoing), false)] {
            var adoption = Adoption(backends: ["b"])
            adoption.expect([row])
            let other = adoption.take(call(.active, reference: "another"))
            let first = adoption.take(call(.active))
            let second = adoption.take(call(.active))
            #expect(other == nil && (first == row) == fits && second == nil)
        }
    }

    @Test func `stay closed once every backend has listed its calls`() {
        var adoption = Adoption(backends: ["b", "c"])
        adoption.expect([row()])
        adoption.callsListed(by: "b")
        var further = adoption
        further.callsListed(by: "c")
        let (taken, left) = (adoption.take(call(.active)), further.take(call(.active)))
        #expect(taken != nil && left == nil)
    }
}
