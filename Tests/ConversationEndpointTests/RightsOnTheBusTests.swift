// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials
import Telephony
import TestSupport
import Testing

/// Every method × every kind of caller, as raw messages.
@Suite("On the bus, a method", .enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct RightsOnTheBusTests {
    static let callers: [Caller] = [
        .app(.dialer), .app(.otherDialer), .app(.callingApp), .app(.plain), .app(.control), .unknown("no manifest"),
    ]

    /// Interface, member, then for each caller `y` or the error's code.
    static let table: [(String, String, String)] = [
        (ContractNames.telephony, "ListServices", "y y NotEntitled NotEntitled y UnknownApp"),
        (ContractNames.telephony, "Subscribe", "y y NotEntitled NotEntitled y UnknownApp"),
        (ContractNames.telephony, "StartConversation", "y PromptUnavailable NotEntitled NotEntitled y UnknownApp"),
        (ContractNames.codes, "Run", "y PromptUnavailable NotEntitled NotEntitled y UnknownApp"),
        (ContractNames.codes, "Answer", "WrongState WrongState WrongState WrongState WrongState WrongState"),
        (ContractNames.codes, "Cancel", "WrongState WrongState WrongState WrongState WrongState WrongState"),
        (ContractNames.codes, "Subscribe", "y NotDefaultDialer NotEntitled NotEntitled y UnknownApp"),
        (ContractNames.conversations, "List", "y y y y y UnknownApp"),
        (ContractNames.conversations, "Subscribe", "y y y y y UnknownApp"),
        (
            ContractNames.conversations, "Answer",
            "UnknownConversation UnknownConversation UnknownConversation UnknownConversation UnknownConversation UnknownApp"
        ),
        (
            ContractNames.conversations, "End",
            "UnknownConversation UnknownConversation UnknownConversation UnknownConversation UnknownConversation UnknownApp"
        ),
        (
            ContractNames.conversations, "PlayTones",
            "UnknownConversation UnknownConversation UnknownConversation UnknownConversation UnknownConversation UnknownApp"
        ),
        (
            ContractNames.conversations, "ContinueTones",
            "UnknownConversation UnknownConversation UnknownConversation UnknownConversation UnknownConversation UnknownApp"
        ),
        (ContractNames.history, "Query", "y NotDefaultDialer NotEntitled NotEntitled y UnknownApp"),
        (ContractNames.history, "MarkRead", "y NotDefaultDialer NotEntitled NotEntitled y UnknownApp"),
        (ContractNames.history, "Delete", "NotAllowed NotAllowed NotAllowed NotAllowed y UnknownApp"),
        (ContractNames.history, "Subscribe", "y y NotEntitled NotEntitled y UnknownApp"),
        (
            ContractNames.history, "Next",
            "InvalidQuery InvalidQuery InvalidQuery InvalidQuery InvalidQuery InvalidQuery"
        ),
        (
            ContractNames.history, "Close",
            "InvalidQuery InvalidQuery InvalidQuery InvalidQuery InvalidQuery InvalidQuery"
        ),
        (ContractNames.roles, "List", "NotAllowed NotAllowed NotAllowed NotAllowed y UnknownApp"),
        (ContractNames.roles, "Set", "NotAllowed NotAllowed NotAllowed NotAllowed y UnknownApp"),
        (ContractNames.roles, "Request", "y PromptUnavailable DoesNotQualify DoesNotQualify DoesNotQualify UnknownApp"),
        (ContractNames.roles, "Clear", "NotAllowed NotAllowed NotAllowed NotAllowed y UnknownApp"),
        (ContractNames.roles, "Subscribe", "NotAllowed NotAllowed NotAllowed NotAllowed y UnknownApp"),
        (ContractNames.apps, "List", "NotAllowed NotAllowed NotAllowed NotAllowed y UnknownApp"),
        (ContractNames.apps, "Register", "NotAllowed NotAllowed NotAllowed NotAllowed InvalidArgument UnknownApp"),
        (ContractNames.status, "Get", "NotAllowed NotAllowed NotAllowed NotAllowed y UnknownApp"),
        (ContractNames.prompts, "Register", "NotAllowed NotAllowed NotAllowed NotAllowed NotAllowed NotAllowed"),
        (ContractNames.prompts, "Answer", "NotAllowed NotAllowed NotAllowed NotAllowed NotAllowed NotAllowed"),
        (
            ContractNames.telephony, "OpenLink",
            "NotAllowed NotAllowed NotAllowed NotAllowed PromptUnavailable UnknownApp"
        ),
        (ContractNames.lines, "Default", "NotAllowed NotAllowed NotAllowed NotAllowed y UnknownApp"),
        (ContractNames.lines, "SetDefault", "NotAllowed NotAllowed NotAllowed NotAllowed y UnknownApp"),
        (ContractNames.lines, "Remembered", "NotAllowed NotAllowed NotAllowed NotAllowed y UnknownApp"),
        (
            ContractNames.lines, "Remember",
            "NotAllowed NotAllowed NotAllowed NotAllowed InvalidArgument UnknownApp"
        ),
        (ContractNames.audit, "List", "NotAllowed NotAllowed NotAllowed NotAllowed y UnknownApp"),
        (ContractNames.simulation, "Perform", "NotAllowed NotAllowed NotAllowed NotAllowed NotSimulated UnknownApp"),
    ]

    @Test(arguments: table)
    func `answers each kind of caller as the design says`(_ interface: String, _ member: String, _ row: String)
        async throws
    {
        try await EndpointFixture.run { fixture in
            try await fixture.board.setRole(.dialer, to: AppIdentity.dialer.bundleIdentifier, by: .app(.control))
            var cells: [String] = []
            for caller in Self.callers {
                let bus = try await fixture.raw(as: caller)
                cells.append(await code { try await Self.call(fixture, bus, interface, member) } ?? "y")
            }
            #expect(cells.joined(separator: " ") == row, "\(interface).\(member)")
        }
    }

    private static func call(_ fixture: EndpointFixture, _ bus: Bus, _ interface: String, _ member: String) async throws
    {
        let method = fixture.method(interface, member)
        let limit = Duration.seconds(5)
        switch (interface, member) {
        case (ContractNames.telephony, "StartConversation"): try await start(method, bus)
        case (ContractNames.codes, "Run"):
            try await respond(bus) {
                try await bus.call(
                    method, "t", "*100#", [String: Variant](), deadline: limit, returning: ObjectPath.self)
            }
        case (ContractNames.codes, "Answer"):
            try await bus.call(method, "t", UUID().uuidString, "1", noOptions, deadline: limit)
        case (ContractNames.codes, "Cancel"): try await bus.call(method, UUID().uuidString, deadline: limit)
        case (ContractNames.conversations, "Answer"), (ContractNames.conversations, "End"):
            try await bus.call(method, UUID().uuidString, noOptions, deadline: limit)
        case (ContractNames.conversations, "ContinueTones"):
            try await bus.call(method, UUID().uuidString, deadline: limit)
        case (ContractNames.conversations, "PlayTones"):
            try await bus.call(method, UUID().uuidString, "1", noOptions, deadline: limit)
        case (ContractNames.history, "Query"): try await bus.call(method, "", UInt32(10), noOptions, deadline: limit)
        case (ContractNames.history, "MarkRead"), (ContractNames.history, "Delete"):
            try await bus.call(method, [String](), deadline: limit)
        case (ContractNames.history, "Next"), (ContractNames.history, "Close"):
            try await bus.call(method, UInt32(77), deadline: limit)
        case (ContractNames.roles, "Set"):
            try await respond(bus) {
                try await bus.call(
                    method, "t", "dialer", AppIdentity.dialer.bundleIdentifier, noOptions, deadline: limit,
                    returning: ObjectPath.self)
            }
        case (ContractNames.roles, "Request"):
            try await respond(bus) {
                try await bus.call(method, "t", "dialer", noOptions, deadline: limit, returning: ObjectPath.self)
            }
        case (ContractNames.telephony, "OpenLink"):
            try await respond(bus) {
                try await bus.call(method, "t", "tel:5550100", noOptions, deadline: limit, returning: ObjectPath.self)
            }
        case (ContractNames.lines, "SetDefault"): try await bus.call(method, "", deadline: limit)
        case (ContractNames.lines, "Remember"): try await bus.call(method, "5550100", "", noOptions, deadline: limit)
        case (ContractNames.prompts, "Register"): try await bus.call(method, "graphical", noOptions, deadline: limit)
        case (ContractNames.prompts, "Answer"):
            try await bus.call(method, UUID().uuidString, true, "", noOptions, deadline: limit)
        case (ContractNames.roles, "Clear"): try await bus.call(method, "calling", deadline: limit)
        case (ContractNames.apps, "Register"): try await bus.call(method, "/nowhere", deadline: limit)
        case (ContractNames.simulation, "Perform"):
            try await bus.call(method, "answer", [String: Variant](), deadline: limit)
        default: try await bus.call(method, deadline: limit)
        }
    }

    private static func start(_ method: MethodAddress, _ bus: Bus) async throws {
        let handle = Handle(type: .phoneNumber, value: "5550100")
        try await respond(bus) {
            try await bus.call(
                method, "t", handle, [String: Variant](), deadline: .seconds(5), returning: ObjectPath.self)
        }
    }

    /// A request's answer is its response.
    private static func respond(_ bus: Bus, _ begin: () async throws -> ObjectPath) async throws {
        let responses = try await bus.signals(
            SignalMatch(sender: ContractNames.bus, interface: ContractNames.request, member: "Response"))
        _ = try await begin()
        for await response in responses {
            let (code, results) = try response.read(as: UInt32.self, [String: Variant].self)
            if code != Response.succeeded { throw DBusError(results["error"]?.string ?? "?", "") }
            return
        }
    }
}
