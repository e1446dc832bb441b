// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Telephony

@Suite("What the device should be doing")
struct DeviceWishTests {
    private func machine(_ phase: ConversationPhase) -> ConversationMachine {
        ConversationMachineTableTests.machine(in: phase)
    }

    @Test func `is nothing while nothing is up`() {
        #expect(DeviceWish.idle == DeviceWish([machine(.ended)]))
        #expect(DeviceWish.idle.ringing == .silent && !DeviceWish.idle.hasAudio && !DeviceWish.idle.staysAwake)
    }

    @Test(
        arguments: [
            ([.ringing], .loud), ([.waiting], .soft), ([.active, .waiting], .soft), ([.active, .ringing], .soft),
            ([.answering], .silent), ([.ringing, .ringing], .loud), ([.held, .ringing], .soft), ([.dialing], .silent),
        ] as [([ConversationPhase], DeviceWish.Ringing)])
    func `rings as all conversations together ask`(_ phases: [ConversationPhase], _ ringing: DeviceWish.Ringing) {
        #expect(DeviceWish(phases.map(machine)).ringing == ringing)
    }

    @Test func `goes on ringing for one when another stops`() {
        var answered = machine(.ringing)
        let other = machine(.waiting)
        #expect(DeviceWish([answered, other]).ringing == .loud)
        _ = answered.handle(.answerRequested, at: .zero)
        #expect(DeviceWish([answered, other]).ringing == .soft)
        _ = answered.handle(.call(.ended(.remoteHangUp)), at: .zero)
        #expect(DeviceWish([answered, other]).ringing == .soft)
    }

    @Test func `has audio from dialing or answering to the end, and none for what only rings`() {
        for phase in ConversationPhase.allCases {
            let hasNone: Set<ConversationPhase> = [.ringing, .waiting, .ended]
            #expect(DeviceWish([machine(phase)]).hasAudio == !hasNone.contains(phase), "\(phase)")
            #expect(DeviceWish([machine(phase)]).staysAwake == (phase != .ended), "\(phase)")
        }
        var declined = machine(.ringing)
        _ = declined.handle(.endRequested, at: .zero)
        #expect(!DeviceWish([declined]).hasAudio && DeviceWish([declined]).staysAwake)
    }
}
