// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import DBus
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@Suite("Options on the bus", .enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct OptionsOnTheBusTests {
    private static let required: [String: Variant] = ["require": .strings(["fromTheFuture"])]

    private func start(_ number: String, _ options: [String: Variant], _ fixture: EndpointFixture) async throws {
        let bus = try await fixture.raw(as: .app(.control))
        let responses = EventQueue(
            try await bus.signals(SignalMatch(sender: ContractNames.bus, interface: ContractNames.request)))
        try await bus.call(
            fixture.method(ContractNames.telephony, "StartConversation"), "t", Handle.number(number), options,
            deadline: .seconds(20))
        let (code, results) = try await responses.first { try? $0.read(as: UInt32.self, [String: Variant].self) }
        if code != Response.succeeded { throw DBusError(results["error"]?.string ?? "?") }
    }

    @Test func `that are unknown are left alone`() async throws {
        try await EndpointFixture.run { fixture in
            try await start("5550100", ["fromTheFuture": .bool(true)], fixture)
            #expect(fixture.backend.dialed.count == 1)
        }
    }

    @Test(arguments: [required, ["service": .bool(true)], ["recent": "not an identifier"], ["require": "service"]])
    func `that cannot be obeyed stop a call, but none for help`(_ options: [String: Variant]) async throws {
        try await EndpointFixture.run { fixture in
            let refusal = await code { try await start("5550100", options, fixture) }
            #expect(refusal == (options == Self.required ? "UnsupportedOption" : "InvalidArgument"))
            #expect(fixture.backend.dialed.isEmpty)
            try await start("112", options, fixture)
            #expect(fixture.backend.dialed.count == 1)
        }
    }

    @Test func `that are required stop a method before it looks at anything else`() async throws {
        try await EndpointFixture.run { fixture in
            let bus = try await fixture.raw(as: .app(.control))
            let end = fixture.method(ContractNames.conversations, "End")
            let refusal = await code { try await bus.call(end, "none", Self.required, deadline: .seconds(20)) }
            #expect(refusal == "UnsupportedOption")
        }
    }
}
