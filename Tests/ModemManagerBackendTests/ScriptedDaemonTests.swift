// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony
import TestSupport
import Testing

@testable import ModemManagerBackend

/// What the real ModemManager does only at bad moments.
@Suite(.enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct `With a scripted ModemManager` {
    static func run(
        _ deadlines: Deadlines = .patient, isReadable: Bool = true,
        _ body: (ScriptedModemManager, BackendHarness) async throws -> Void
    ) async throws {
        let privateBus = try PrivateBus()
        let loop = EventLoop.forTests
        let daemon = try await ScriptedModemManager(on: privateBus, loop: loop)
        // The listing reads them too.
        daemon.setReadable(isReadable, sparing: 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await daemon.calls.follow(daemon.stream) }
            defer { group.cancelAll() }
            try await BackendHarness.run(on: privateBus, loop: loop, deadlines: deadlines) { harness in
                try await body(daemon, harness)
            }
        }
        await daemon.bus.close()
    }

    @Test func `a CreateCall answered late is deleted and never started`() async throws {
        var deadlines = Deadlines.patient
        deadlines.createCall = .milliseconds(300)
        try await Self.run(deadlines) { daemon, harness in
            let line = try await harness.line()
            let gate = Gate()
            daemon.script("CreateCall") { await gate.wait() }
            await #expect { try await harness.backend.dial("112", on: line.key, as: CallID()) } throws: {
                ($0 as? TelephonyError)?.code == .modemTimedOut
            }
            await gate.open()
            try await daemon.calls.next("the deletion") { $0 == "DeleteCall Modem/0" }
            #expect(!daemon.calls.events.contains { $0.hasPrefix("Start") })
        }
    }

    @Test func `a Start answered late is hung up and deleted`() async throws {
        var deadlines = Deadlines.patient
        deadlines.start = .milliseconds(200)
        try await Self.run(deadlines) { daemon, harness in
            let line = try await harness.line()
            let gate = Gate()
            daemon.script("Start") { await gate.wait() }
            await #expect { try await harness.backend.dial("112", on: line.key, as: CallID()) } throws: {
                ($0 as? TelephonyError)?.code == .modemTimedOut
            }
            await gate.open()
            try await daemon.calls.next("the hang-up") { $0 == "Hangup Call/1" }
            try await daemon.calls.next("the deletion") { $0 == "DeleteCall Modem/0" }
            #expect(!harness.log.events.contains { if case .changed = $0 { true } else { false } })
        }
    }

    @Test func `a call ended while the modem dials is hung up as soon as it is taken`() async throws {
        try await Self.run { daemon, harness in
            let line = try await harness.line()
            let gate = Gate()
            let id = CallID()
            daemon.script("Start") { await gate.wait() }
            async let reference = harness.backend.dial("112", on: line.key, as: id)
            try await daemon.calls.next("the start") { $0 == "Start Call/1" }
            try await harness.backend.hangUp(id)
            #expect(!daemon.calls.events.contains { $0.hasPrefix("Hangup") })
            await gate.open()
            _ = try await reference
            try await daemon.calls.next("the hang-up") { $0 == "Hangup Call/1" }
            try await daemon.tellState("/org/freedesktop/ModemManager1/Call/1", 7, reason: 4)
            try await harness.wait(id, .ended(.localHangUp))
            try await daemon.calls.next("the deletion") { $0 == "DeleteCall Modem/0" }
        }
    }

    @Test func `a failed Start told twice ends in one error`() async throws {
        try await Self.run { daemon, harness in
            let line = try await harness.line()
            daemon.script("Start") {
                try await daemon.tellState("/org/freedesktop/ModemManager1/Call/1", 7, reason: 6)
                try await daemon.tellState("/org/freedesktop/ModemManager1/Call/1", 7)
                throw DBusError("org.freedesktop.ModemManager1.Error.Connection.NoDialtone", "No dialtone")
            }
            await #expect { try await harness.backend.dial("112", on: line.key, as: CallID()) } throws: {
                ($0 as? TelephonyError)?.code == .callRefused
            }
            try await daemon.calls.next("the deletion") { $0 == "DeleteCall Modem/0" }
            #expect(!harness.log.events.contains { if case .changed = $0 { true } else { false } })
        }
    }

    @Test func `a modem that cannot hold says so politely and keeps both calls`() async throws {
        try await Self.run { daemon, harness in
            _ = try await harness.line()
            daemon.fail("HoldAndAccept", "org.freedesktop.ModemManager1.Error.Core.Unsupported")
            _ = try await daemon.addCall(state: 6)
            let call = try await harness.appeared()
            await #expect { try await harness.backend.answer(call.id) } throws: {
                ($0 as? TelephonyError)?.code == .wrongState
            }
            #expect(harness.ends(of: call.id) == 0)
        }
    }

    @Test func `an answer that polkit refuses leaves the call ringing`() async throws {
        try await Self.run { daemon, harness in
            _ = try await harness.line()
            daemon.fail("Accept", "org.freedesktop.ModemManager1.Error.Core.Unauthorized")
            _ = try await daemon.addCall(state: 3)
            let call = try await harness.appeared()
            await #expect(throws: TelephonyError.self) { try await harness.backend.answer(call.id) }
            #expect(!daemon.calls.events.contains { $0.hasPrefix("HangupAll") })
            #expect(harness.ends(of: call.id) == 0)
        }
    }

    @Test func `hanging up five times is one request, and a failed one can be repeated`() async throws {
        try await Self.run { daemon, harness in
            _ = try await harness.line()
            let path = try await daemon.addCall(state: 3)
            let call = try await harness.appeared()
            daemon.fail("Hangup", "org.freedesktop.ModemManager1.Error.Core.Failed")
            await #expect(throws: TelephonyError.self) { try await harness.backend.hangUp(call.id) }
            daemon.script("Hangup") { try await daemon.tellState(path, 7, reason: 4) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                // One that comes behind the end is told that there is nothing to hang up.
                for _ in 0..<5 { group.addTask { try? await harness.backend.hangUp(call.id) } }
                try await group.waitForAll()
            }
            try await harness.wait(call.id, .ended(.declined))
            #expect(daemon.calls.events.count { $0.hasPrefix("Hangup") } == 2)
        }
    }

    @Test func `states that do not exist and states that go back change nothing`() async throws {
        try await Self.run { daemon, harness in
            _ = try await harness.line()
            let path = try await daemon.addCall(state: 3)
            let call = try await harness.appeared()
            for state in [4, 99, 3, 0, 5] as [Int32] { try await daemon.tellState(path, state) }
            try await harness.wait(call.id, .active)
            try await harness.wait(call.id, .held)
            try await daemon.tellState(path, 7)
            try await harness.wait(call.id, .ended(.remoteHangUp))
        }
    }

    @Test func `a SIM and a call that cannot be read are read again`() async throws {
        var deadlines = Deadlines.patient
        deadlines.unread = .milliseconds(20)
        try await Self.run(deadlines, isReadable: false) { daemon, harness in
            let starting = try await harness.line("the line") { $0.readiness == .starting }
            #expect(starting.iccid == nil)
            daemon.setReadable(true)
            let ready = try await harness.line()
            #expect(ready.iccid == "8988211")
            _ = try await daemon.addCall(state: 3, isReadable: false)
            try await daemon.calls.next("a reading") { $0 == "unread" }
            daemon.setReadable(true)
            let call = try await harness.appeared()
            #expect(call.remote.number == "+15550123")
        }
    }

    @Test func `one that goes away leaves no line`() async throws {
        try await Self.run { daemon, harness in
            _ = try await harness.line()
            let call = try await daemon.addCall(state: 3)
            _ = try await harness.appeared()
            await daemon.bus.close()
            _ = call
            try await harness.log.next("unavailable") { if case .unavailable = $0 { true } else { false } }
            #expect(harness.log.events.lines.last == [])
        }
    }
}
