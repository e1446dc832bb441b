// SPDX-License-Identifier: Apache-2.0
import ConversationService
import Telephony
import TestSupport
import Testing

@Suite("A number that comes after its call")
struct LateNumberTests {
    private static func withheld(_ id: CallID) -> Call {
        Call(
            id: id, line: ScriptedBackend().line().key, direction: .incoming,
            remote: RemoteParty(number: "", presentation: .unknown), state: .incoming, reference: "late")
    }

    @Test func `is shown and written`() async throws {
        try await ServiceFixture.run { fixture in
            let call = CallID()
            fixture.backend.send(.appeared(Self.withheld(call)))
            let ringing = try await fixture.conversation(.ringing)
            #expect(ringing.handles.isEmpty)
            fixture.backend.send(.identified(call, RemoteParty(number: "+15550142")))
            let known = try await fixture.conversation(.ringing)
            #expect(known.handles.map(\.value) == ["+15550142"])
            fixture.backend.send(.identified(call, RemoteParty(number: "+15550143")))
            fixture.backend.send(.changed(call, .ended(.remoteHangUp)))
            _ = try await fixture.conversation(.ended)
            #expect(fixture.store.rows.map { $0.handles.map(\.value) } == [["+15550142"]])
        }
    }
}
