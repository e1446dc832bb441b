// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony
import TestSupport
import Testing

@testable import ModemManagerBackend

/// Dials that end otherwise than their answer says.
@Suite(.enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct `A dial that fails` {
    typealias Scripted = `With a scripted ModemManager`
    private static let call: ObjectPath = "/org/freedesktop/ModemManager1/Call/1"
    private static let unknown = "org.freedesktop.ModemManager1.Error.MobileEquipment.Unknown"
    private static let failed = "org.freedesktop.ModemManager1.Error.Core.Failed"

    @Test func `is none when the modem says that the call lives`() async throws {
        try await Scripted.run { daemon, harness in
            let line = try await harness.line()
            daemon.script("Start") {
                try await daemon.tellState(Self.call, 1)
                throw DBusError(Self.unknown, "scripted")
            }
            let id = CallID()
            _ = try await harness.backend.dial("+15550123", on: line.key, as: id)
            try await daemon.tellState(Self.call, 4)
            try await harness.wait(id, .active)
            #expect(!daemon.calls.events.contains { $0.hasPrefix("DeleteCall") })
            try await harness.backend.hangUp(id)
            try await daemon.calls.next("the hang-up") { $0 == "Hangup Call/1" }
        }
    }

    @Test func `is hung up before its object is let go`() async throws {
        try await Scripted.run { daemon, harness in
            let line = try await harness.line()
            daemon.fail("Start", Self.unknown)
            daemon.fail("Hangup", Self.failed)
            await #expect(throws: TelephonyError.self) {
                try await harness.backend.dial("+15550123", on: line.key, as: CallID())
            }
            try await daemon.calls.next("the hang-up of all") { $0 == "HangupAll Modem/0" }
            try await daemon.calls.next("the deletion") { $0 == "DeleteCall Modem/0" }
        }
    }

    @Test func `ends no other call`() async throws {
        try await Scripted.run { daemon, harness in
            let line = try await harness.line()
            let other = try await daemon.addCall(state: 4)
            let up = try await harness.appeared()
            daemon.fail("Start", Self.unknown)
            await #expect(throws: TelephonyError.self) {
                try await harness.backend.dial("+15550123", on: line.key, as: CallID())
            }
            try await daemon.calls.next("the deletion") { $0 == "DeleteCall Modem/0" }
            #expect(!daemon.calls.events.contains { $0.hasPrefix("Hangup") })
            try await daemon.tellState(other, 7)
            try await harness.wait(up.id, .ended(.remoteHangUp))
        }
    }

    @Test(arguments: [("Busy", CallEndReason.busy), ("NoAnswer", .noAnswer)])
    func `at the other end was taken by the network`(_ name: String, _ reason: CallEndReason) async throws {
        try await Scripted.run { daemon, harness in
            let line = try await harness.line()
            daemon.fail("Start", "org.freedesktop.ModemManager1.Error.Connection.\(name)")
            let id = CallID()
            _ = try await harness.backend.dial("+15550123", on: line.key, as: id)
            try await harness.wait(id, .ended(reason))
        }
    }

    @Test func `whose late call cannot be ended is shown`() async throws {
        var deadlines = Deadlines.patient
        deadlines.start = .milliseconds(200)
        try await Scripted.run(deadlines) { daemon, harness in
            let line = try await harness.line()
            let gate = Gate()
            daemon.script("Start") {
                await gate.wait()
                try await daemon.tellState(Self.call, 1)
            }
            daemon.fail("Hangup", Self.failed)
            daemon.fail("HangupAll", Self.failed)
            await #expect(throws: TelephonyError.self) {
                try await harness.backend.dial("+15550123", on: line.key, as: CallID())
            }
            await gate.open()
            let call = try await harness.appeared()
            #expect(call.remote.number == "+15550123")
            #expect(!daemon.calls.events.contains { $0.hasPrefix("DeleteCall") })
        }
    }

    @Test func `because we are stopped leaves the call where it is found again`() async throws {
        try await Scripted.run { daemon, harness in
            let line = try await harness.line()
            let (gate, id) = (Gate(), CallID())
            daemon.script("Start") { await gate.wait() }
            let stopped = ModemManagerBackend(bus: await harness.backend.bus, lines: harness.store, deadlines: .patient)
            let run = Task { await stopped.run() }
            try await within(.seconds(60), "its lines") {
                while await stopped.book.lines.isEmpty { try await pause() }
            }
            async let isLeft = isCancelled { _ = try await stopped.dial("+15550123", on: line.key, as: id) }
            try await daemon.calls.next("the start") { $0 == "Start Call/1" }
            run.cancel()
            #expect(await isLeft)
            await run.value
            #expect(!daemon.calls.events.contains { $0.hasPrefix("DeleteCall") || $0.hasPrefix("Hangup") })
            await gate.open()
        }
    }

    @Test func `because its object was deleted is over`() async throws {
        try await Scripted.run { daemon, harness in
            let line = try await harness.line()
            let gate = Gate()
            daemon.script("Start") { await gate.wait() }
            let (backend, id) = (harness.backend, CallID())
            async let dialed = backend.dial("+15550123", on: line.key, as: id)
            try await daemon.calls.next("the start") { $0 == "Start Call/1" }
            try await daemon.bus.emit(
                SignalAddress(path: ScriptedModemManager.modem, interface: Name.voice, member: "CallDeleted"),
                Self.call)
            await gate.open()
            _ = try await dialed
            try await harness.wait(id, .ended(.lost))
            try await daemon.calls.next("the hang-up of all") { $0 == "HangupAll Modem/0" }
        }
    }

    @Test(arguments: [DBusError.unknownObject, DBusError.unknownMethod])
    func `to end a call without an object ends it`(_ name: String) async throws {
        try await Scripted.run { daemon, harness in
            let line = try await harness.line()
            let id = CallID()
            _ = try await harness.backend.dial("+15550123", on: line.key, as: id)
            daemon.fail("Hangup", name)
            try await harness.backend.hangUp(id)
            try await harness.wait(id, .ended(.localHangUp))
            try await daemon.calls.next("the hang-up of all") { $0 == "HangupAll Modem/0" }
        }
    }
}

/// Whether something is given up with no word on what becomes of it.
private func isCancelled(_ attempt: () async throws -> Void) async -> Bool {
    do { try await attempt() } catch { return error is CancellationError }
    return false
}
