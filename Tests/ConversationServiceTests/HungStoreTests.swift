// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@testable import ConversationService

/// On a clock that stands still: what waits for the disk, or for the end of a patience, waits for ever.
@Suite("A disk that hangs")
struct HungStoreTests {
    private static func serving(
        _ step: HungStore.Step, _ body: @escaping @Sendable (ServiceFixture, HungStore) async throws -> Void
    ) async throws {
        let store = HungStore(step)
        let fixture = ServiceFixture(stores: store)
        await fixture.board.prepare(isStarting: true)
        try await fixture.serving { fixture in
            defer { store.letThrough() }
            try await body(fixture, store)
        }
    }

    @Test(arguments: HungStore.Step.allCases, ["+15550100", "112"])
    func `keeps no call from being dialed`(_ step: HungStore.Step, _ number: String) async throws {
        try await Self.serving(step) { fixture, _ in
            _ = try await fixture.start(number)
            #expect(fixture.backend.dialed.count == 1)
        }
    }

    @Test(arguments: HungStore.Step.allCases)
    func `keeps no call from ringing, being answered and ending`(_ step: HungStore.Step) async throws {
        try await Self.serving(step) { fixture, store in
            // In the first moments it is looked whether a call goes on with a row of before.
            while await !fixture.board.isPrepared, !store.isWaitedFor { try await pause() }
            if await !fixture.board.isPrepared { fixture.time.advance(by: Switchboard.patienceForDisk) }
            let call = fixture.incoming()
            fixture.backend.send(.appeared(call))
            let ringing = try await fixture.conversation(.ringing)
            try await fixture.board.answer(ringing.id, by: .app(.control))
            fixture.backend.send(.changed(call.id, .active))
            _ = try await fixture.conversation(.active)
            try await fixture.board.end(ringing.id, by: .app(.control))
            _ = try await fixture.commands.first { $0 == .hangUp(call.id) ? true : nil }
            fixture.backend.send(.changed(call.id, .ended(.localHangUp)))
            _ = try await fixture.conversation(.ending)
        }
    }

    @Test(arguments: HungStore.Step.allCases)
    func `keeps no right from being taken away`(_ step: HungStore.Step) async throws {
        try await Self.serving(step) { fixture, _ in
            try await fixture.board.clearRole(.dialer, by: .app(.control))
            #expect(await !fixture.board.rights(of: .app(.dialer)).isDefaultDialer)
        }
    }
}

extension Switchboard {
    fileprivate var isPrepared: Bool { !errands.isDoing(.preparation) }
}
