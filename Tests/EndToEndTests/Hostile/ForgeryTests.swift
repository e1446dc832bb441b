// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import DBus
import FoundationEssentials
import TestSupport
import Testing

/// Answers and signals that say they come from somebody else.
@Suite(.serialized, .needsDialtone)
struct `Forged messages` {
    private static func signal(
        to destination: String, _ path: String, _ interface: String, _ member: String, _ texts: String...
    ) -> RawMessage {
        var signal = RawMessage(.signal, to: destination, path, interface, member)
        signal.body.signature = String(repeating: "s", count: texts.count)
        for text in texts { signal.body.append(text: text) }
        return signal
    }

    /// The unique name of the daemon, which a hostile program asks the bus for.
    private func daemonName(_ rig: DialtoneRig) async throws -> String {
        try #require(try await rig.connection.owner(of: DialtoneRig.busName))
    }

    @Test func `that a connection has gone do not take its call back, nor its subscription`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let client = rig.client()
            let events = EventQueue(try await client.events(about: [.conversations], startsDaemon: false))
            let id = try await client.startConversation(with: .number("+15550100"))
            let daemon = try await daemonName(rig)
            let forger = try await rig.caller("forger")
            let bus = "org.freedesktop.DBus"
            // Every name that there can be so far, and the daemon's own.
            for name in (0..<60).map({ ":1.\($0)" }) + [DialtoneRig.busName] {
                for destination in [daemon, DialtoneRig.busName] {
                    try forger.connection.send(
                        Self.signal(to: destination, "/org/freedesktop/DBus", bus, "NameOwnerChanged", name, name, ""))
                }
            }
            _ = try await forger.status()
            #expect(try await client.conversations().map(\.id) == [id])
            try await client.simulate("hangup", [:])
            _ = try await within(.seconds(120), "the end") {
                try await events.first { $0.conversation?.state == "left" ? true : nil }
            }
            await events.stop()
            await client.close()
        }
    }

    @Test func `that answer what the daemon asked are not taken`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let daemon = try await daemonName(rig)
            let forger = try await rig.caller("forger")
            // It asks the bus who the next caller is, with one of these serials.
            for serial in UInt32(1)...2_000 {
                var answer = RawMessage(.answer, to: daemon, "/", "a.b", "C")
                answer.replySerial = serial
                answer.body.signature = "a{sv}"
                answer.body.append(UInt32(0))
                answer.body.align(8)
                try forger.connection.send(answer)
            }
            #expect(try await forger.status().code == "UnknownApp")
            try await rig.ask("status")
        }
    }

    /// What ModemManager would say when a modem goes, or when somebody calls.
    private static func reports(to destination: String) -> [RawMessage] {
        let root = "/org/freedesktop/ModemManager1"
        let name = "org.freedesktop.ModemManager1"
        var removed = RawMessage(
            .signal, to: destination, root, "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved")
        removed.body.signature = "oas"
        removed.body.append(text: "\(root)/Modem/0")
        removed.body.append(UInt32(0))
        var call = RawMessage(.signal, to: destination, "\(root)/Modem/0", "\(name).Modem.Voice", "CallAdded")
        call.body.signature = "o"
        call.body.append(text: "\(root)/Call/7")
        var ended = RawMessage(.signal, to: destination, "\(root)/Call/0", "\(name).Call", "StateChanged")
        ended.body.signature = "iiu"
        for number in [UInt32(4), 7, 1] { ended.body.append(number) }
        let gone = signal(
            to: destination, "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged", name, ":1.1", "")
        return [removed, call, ended, gone]
    }

    @Test(.needsModemManager) func `of ModemManager change nothing, on either bus`() async throws {
        try await DialtoneRig.run(on: .modemManager(.cinterion, "manual")) { rig in
            try await rig.waitForLine()
            let id = try await rig.dial()
            _ = try await rig.waitForState("joining")
            let program = try await rig.copyCaller("forger")
            let onSession = try await rig.anotherCaller("forger")
            let socket = try rig.modems.privateBus.socket
            let onSystem = try await onThread { try HeldCaller([program, socket]) }
            let names = (0..<20).map { ":1.\($0)" }
            for destination in names + [DialtoneRig.busName] {
                for report in Self.reports(to: destination) {
                    try onSession.connection.send(report)
                    try onSystem.connection.send(report)
                }
            }
            _ = try await onSession.status()
            _ = try await onThread {
                try onSystem.connection.call(
                    RawMessage(to: "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetId"))
            }
            try await rig.waitForLine()
            #expect(try await rig.calls().map(\.uuid) == [id])
            #expect(try await rig.calls().map(\.state) == ["joining"])
        }
    }
}
