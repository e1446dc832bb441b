// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@Suite("The service, for one call")
struct SwitchboardCallTests {
    @Test func `goes from start to the row that it left`() async throws {
        try await ServiceFixture.run { fixture in
            let id = try await fixture.start()
            let call = try #require(fixture.backend.dialed.first)
            let seen1 = try await fixture.conversation(.dialing)
            #expect(seen1.id == id)
            fixture.backend.send(.changed(call, .active))
            let seen2 = try await fixture.conversation(.active)
            #expect(seen2.connectedAt != nil)
            while await fixture.board.isWritingRows { try await pause() }
            fixture.time.advance(by: .seconds(10))
            fixture.backend.send(.changed(call, .ended(.remoteHangUp)))
            let left = try await fixture.conversation(.ended)
            #expect(left.outcome == .connected)
            let row = try #require(fixture.store.rows.first)
            #expect(fixture.store.rows.count == 1 && row.id == id && row.duration == 10 && row.outcome == .connected)
            #expect(try await fixture.board.conversations(for: .app(.control)).isEmpty)
        }
    }

    @Test func `dials exactly the digits and keeps the number as it was given`() async throws {
        try await ServiceFixture.run { fixture in
            _ = try await fixture.start("+1 555-0100")
            #expect(fixture.backend.commands == [.dial("+15550100", fixture.backend.line().key)])
            let seen3 = try await fixture.conversation(.dialing)
            #expect(seen3.handles.first?.value == "+1 555-0100")
        }
    }

    @Test(arguments: [
        ("", TelephonyError.Code.numberEmpty), ("12a", .numberInvalid), ("*100#", .networkCode),
        (String(repeating: "5", count: 81), .numberTooLong), ("5550100;\r\nAT+CHUP", .numberInvalid),
    ])
    func `refuses what is no number and dials nothing`(_ number: String, _ code: TelephonyError.Code) async throws {
        try await ServiceFixture.run { fixture in
            let error = await #expect(throws: TelephonyError.self) { _ = try await fixture.start(number) }
            #expect(error?.code == code)
            #expect(fixture.backend.commands.isEmpty && fixture.store.rows.isEmpty)
        }
    }

    @Test func `refuses a handle that no calling app takes`() async throws {
        try await ServiceFixture.run { fixture in
            let request = StartRequest(handle: Handle(type: .emailAddress, value: "a@example.com"))
            let error = await #expect(throws: TelephonyError.self) {
                _ = try await fixture.board.startConversation(request, by: .app(.control))
            }
            #expect(error?.code == .unsupportedHandle)
        }
    }

    @Test func `throws when the modem daemon does not take it, and the row says failed`() async throws {
        try await ServiceFixture.run { fixture in
            fixture.backend.failNext(with: TelephonyError(.callRefused, "no"))
            let error = await #expect(throws: TelephonyError.self) { _ = try await fixture.start() }
            #expect(error?.code == .callRefused)
            let seen4 = try await fixture.conversation(.ended)
            #expect(seen4.outcome == .failed)
            #expect(fixture.store.rows.map(\.outcome) == [.failed])
        }
    }

    @Test func `hangs up a call that was given up while it was being dialed`() async throws {
        try await ServiceFixture.run { fixture in
            fixture.backend.holdDials()
            async let failure = fixture.failure { _ = try await fixture.start() }
            let id = try await fixture.conversation(.starting).id
            #expect(await fixture.commands.next() == .dial("+15550100", fixture.backend.line().key))
            try await fixture.board.end(id, by: .app(.control))
            let seen5 = try await fixture.conversation(.ending)
            #expect(seen5.id == id)
            // Whoever waits for the start hears of it now, and not when a mute modem has made up its mind.
            #expect(await failure?.code == .wrongState)
            _ = try await fixture.commands.first { if case .hangUp(let call) = $0 { call } else { nil } }
            fixture.backend.letDialsThrough()
            let hungUp = try await fixture.commands.first { if case .hangUp(let call) = $0 { call } else { nil } }
            fixture.backend.send(.changed(hungUp, .ended(.localHangUp)))
            let seen6 = try await fixture.conversation(.ended)
            #expect(seen6.outcome == .cancelled)
        }
    }

    @Test func `rings, is answered and ends`() async throws {
        try await ServiceFixture.run { fixture in
            let call = fixture.incoming()
            fixture.backend.send(.appeared(call))
            let ringing = try await fixture.conversation(.ringing)
            #expect(ringing.handles.map(\.value) == ["+15550123"] && ringing.direction == .incoming)
            try await fixture.board.answer(ringing.id, by: .app(.control))
            #expect(await fixture.commands.next() == .answer(call.id))
            fixture.backend.send(.changed(call.id, .active))
            _ = try await fixture.conversation(.active)
            fixture.backend.send(.changed(call.id, .ended(.remoteHangUp)))
            let seen7 = try await fixture.conversation(.ended)
            #expect(seen7.outcome == .connected)
        }
    }

    @Test func `given up by its caller is missed and unread, and repeats make no second row`() async throws {
        try await ServiceFixture.run { fixture in
            let call = fixture.incoming()
            for event in [
                BackendEvent.appeared(call), .appeared(call), .changed(call.id, .ended(.remoteHangUp)),
                .changed(call.id, .ended(.unknown)),
            ] {
                fixture.backend.send(event)
            }
            let seen8 = try await fixture.conversation(.ended)
            #expect(seen8.outcome == .missed)
            #expect(fixture.store.rows.map(\.isRead) == [false])
        }
    }

    @Test(arguments: [RemoteParty.Presentation.restricted, .unknown, .payphone])
    func `of a hidden caller has no handle to match or call back`(_ presentation: RemoteParty.Presentation) async throws
    {
        try await ServiceFixture.run { fixture in
            fixture.backend.send(.appeared(fixture.incoming(RemoteParty(number: "-1", presentation: presentation))))
            let seen9 = try await fixture.conversation(.ringing)
            #expect(seen9.handles.isEmpty)
            try await within { while fixture.store.rows.isEmpty { try await pause() } }
            #expect(fixture.store.rows.first?.presentation == presentation)
        }
    }

    @Test func `rings again when answering failed`() async throws {
        try await ServiceFixture.run { fixture in
            fixture.backend.send(.appeared(fixture.incoming()))
            let id = try await fixture.conversation(.ringing).id
            fixture.backend.failNext(with: TelephonyError(.modemFailed, "no"))
            try await fixture.board.answer(id, by: .app(.control))
            _ = try await fixture.conversation(.answering)
            let seen10 = try await fixture.conversation(.ringing)
            #expect(seen10.id == id)
        }
    }

    @Test func `is brought up to date while it lasts`() async throws {
        try await ServiceFixture.run { fixture in
            _ = try await fixture.start()
            fixture.backend.send(.changed(try #require(fixture.backend.dialed.first), .active))
            try await fixture.time.waitForSleeper(Switchboard.heartBeat)
            fixture.time.advance(by: .seconds(300))
            try await within { while fixture.store.rows.first?.duration != 300 { try await pause() } }
            #expect(fixture.store.rows.first?.outcome == .open)
        }
    }

    @Test func `is no news for whoever shows the history while it only lasts`() async throws {
        try await ServiceFixture.run { fixture in
            _ = try await fixture.start()
            let call = try #require(fixture.backend.dialed.first)
            fixture.backend.send(.changed(call, .active))
            try await fixture.time.waitForSleeper(Switchboard.heartBeat)
            try await within { while fixture.store.rows.first?.connectedAt == nil { try await pause() } }
            let before = fixture.store.commits
            fixture.time.advance(by: Switchboard.heartBeat)
            try await within { while fixture.store.rows.first?.duration != 300 { try await pause() } }
            let beats = fixture.store.commits - before
            fixture.backend.send(.changed(call, .ended(.remoteHangUp)))
            var news = 0
            while let event = await fixture.events.next() {
                if case .history = event { news += 1 }
                if case .conversation(let snapshot) = event, snapshot.phase == .ended { break }
            }
            // Each commit is news but the heart-beat's.
            #expect(beats == 1 && news == fixture.store.commits - beats)
        }
    }

    @Test func `is hung up by each press while the modem takes it and the call goes on`() async throws {
        try await ServiceFixture.run { fixture in
            let id = try await fixture.start()
            let call = try #require(fixture.backend.dialed.first)
            _ = await fixture.commands.next()
            for _ in 0..<6 {
                fixture.backend.send(.changed(call, .active))
                // A press while one is on its way is that one.
                while await fixture.commands.drained().isEmpty {
                    try await fixture.board.end(id, by: .app(.control))
                    try await pause()
                }
            }
            #expect(fixture.backend.commands.count { $0 == .hangUp(call) } >= 6)
        }
    }

    @Test func `tells why it ended, in its row too`() async throws {
        try await ServiceFixture.run { fixture in
            _ = try await fixture.start()
            let call = try #require(fixture.backend.dialed.first)
            fixture.backend.send(.changed(call, .active))
            fixture.backend.send(.changed(call, .ended(.lost)))
            let seen21 = try await fixture.conversation(.ended)
            #expect(seen21.cause == EndCause(.lost))
            fixture.backend.failNext(with: TelephonyError(.callRefused, "barred"))
            _ = try? await fixture.start()
            let seen22 = try await fixture.conversation(.ended)
            #expect(seen22.cause == EndCause(.refused, "barred"))
            #expect(Set(fixture.store.rows.map(\.cause)) == [EndCause(.lost), EndCause(.refused, "barred")])
        }
    }

    @Test func `is named in what is logged about it`() async throws {
        try await ServiceFixture.run { fixture in
            fixture.backend.send(.appeared(fixture.incoming()))
            let id = try await fixture.conversation(.ringing).id
            fixture.backend.failNext(with: TelephonyError(.modemFailed, "no"))
            try await fixture.board.answer(id, by: .app(.control))
            try await within { while fixture.logged.withLock({ $0.isEmpty }) { try await pause() } }
            #expect(fixture.logged.withLock { $0 } == ["\(id.uuidString.prefix(8)): scripted: no"])
        }
    }
}
