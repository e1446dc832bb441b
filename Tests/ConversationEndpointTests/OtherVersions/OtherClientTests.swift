// SPDX-License-Identifier: Apache-2.0
import ConversationService
import DBus
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@Suite("The daemon with a client of another version", .enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct OtherClientTests {
    /// Calls every method that is pinned.
    @Test(arguments: Age.allCases)
    func `does everything, and tells what that client reads`(_ age: Age) async throws {
        try await EndpointFixture.run { fixture in
            let client = try await PinnedClient(age, on: try await fixture.raw(as: .app(.control)))
            for interface in ["Telephony1", "Conversations1", "History1", "Roles1", "Codes1"] {
                try await client.call(interface, "Subscribe")
            }
            let id = try await start(client, fixture)
            try await control(id, client, fixture)
            try await readHistory(id, client)
            try await runCodes(client, fixture)
            try await manage(client, fixture)
            let screen = try await PinnedClient(age, on: try await fixture.raw(as: .app(.screen)))
            try await show(screen, client, fixture)
            let methods = PinnedContract.pinned.filter { $0.contains(" method ") }
                .map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
            #expect(client.members.union(screen.members) == Set(methods))
        }
    }

    private func start(_ client: PinnedClient, _ fixture: EndpointFixture) async throws -> String {
        let services = try await client.call("Telephony1", "ListServices", returning: [Pinned.Service].self)
        let service = try #require(services.first)
        #expect(UUID(uuidString: service.id) != nil && service.label == "Line 0")
        let options = client.age.details(["service": .string(service.id)])
        let handle = Pinned.Handle(kind: 1, value: "+15550100", name: "")
        _ = try await client.call(
            "Telephony1", "StartConversation", "one", handle, options, returning: ObjectPath.self)
        let id = try #require(try await client.results(of: "one")["conversation"]?.string)
        let told = try await client.signal("Conversations1", "Changed").read(as: Pinned.Conversation.self)
        #expect(told.id == id && told.direction == "outgoing" && told.service == service.id)
        #expect(["idle", "joining", "joined"].contains(told.state) && told.outcome == "open")
        #expect(told.handles.first?.value == "+15550100" && told.handles.first?.kind == 1)
        #expect(told.app == AppIdentity.control.bundleIdentifier && told.connected.isNaN && told.started > 0)
        return id
    }

    private func control(_ id: String, _ client: PinnedClient, _ fixture: EndpointFixture) async throws {
        let none = client.age.details()
        fixture.backend.send(.changed(try #require(fixture.backend.dialed.first), .active))
        while try await client.signal("Conversations1", "Changed").read(as: Pinned.Conversation.self).state != "joined"
        {}
        let list = try await client.call("Conversations1", "List", returning: [Pinned.Conversation].self)
        #expect(list.first?.id == id && list.first?.phase == "active" && list.first?.connected.isNaN == false)
        try await client.call("Conversations1", "PlayTones", id, "1", none)
        #expect(await code { try await client.call("Conversations1", "ContinueTones", id) } == "WrongState")
        #expect(await code { try await client.call("Conversations1", "Answer", id, none) } == "WrongState")
        try await client.call("Conversations1", "End", id, none)
        fixture.backend.send(.changed(try #require(fixture.backend.dialed.first), .ended(.localHangUp)))
        while true {
            let told = try await client.signal("Conversations1", "Changed").read(as: Pinned.Conversation.self)
            guard told.state == "left" else { continue }
            #expect(told.outcome == "connected" && told.details["cause"] == "localHangUp")
            return
        }
    }

    private func readHistory(_ id: String, _ client: PinnedClient) async throws {
        let (cursor, rows, _) = try await client.call(
            "History1", "Query", "", UInt32(1), client.age.details(), returning: UInt32.self, [Pinned.Row].self,
            Pinned.Details.self)
        let row = try #require(rows.first)
        #expect(cursor == 0 && row.id == id && row.outcome == "connected" && row.direction == "outgoing" && row.isRead)
        #expect(row.handles.first?.value == "+15550100" && row.date > 0 && row.details["cause"] == "localHangUp")
        let next = await code {
            _ = try await client.call(
                "History1", "Next", UInt32(7), returning: UInt32.self, [Pinned.Row].self, Pinned.Details.self)
        }
        #expect(next == "InvalidQuery")
        #expect(await code { try await client.call("History1", "Close", UInt32(7)) } == "InvalidQuery")
        let changed = try await client.call("History1", "MarkRead", [id], returning: UInt32.self)
        let deleted = try await client.call("History1", "Delete", [id], returning: UInt32.self)
        #expect(changed == 0 && deleted == 1)
        _ = try await client.signal("History1", "Changed").read(as: Pinned.Details.self)
    }

    private func runCodes(_ client: PinnedClient, _ fixture: EndpointFixture) async throws {
        let none = client.age.details()
        fixture.backend.reply(USSDReply(text: "1 or 2?", wantsAnswer: true), USSDReply(text: "3?", wantsAnswer: true))
        _ = try await client.call("Codes1", "Run", "two", "*101#", none, returning: ObjectPath.self)
        let question = try await client.results(of: "two")
        let session = try #require(question["session"]?.string)
        #expect(question["text"] == "1 or 2?" && question["wantsAnswer"] == true)
        _ = try await client.call("Codes1", "Answer", "three", session, "1", none, returning: ObjectPath.self)
        #expect(try await client.results(of: "three")["text"] == "3?")
        try await client.call("Codes1", "Cancel", session)
    }

    private func manage(_ client: PinnedClient, _ fixture: EndpointFixture) async throws {
        let none = client.age.details()
        let dialer = AppIdentity.dialer.bundleIdentifier
        _ = try await client.call("Roles1", "Set", "four", "dialer", dialer, none, returning: ObjectPath.self)
        _ = try await client.results(of: "four")
        let told = try await client.signal("Roles1", "Changed").read(as: [Pinned.Role].self)
        #expect(told.first?.role == "dialer" && told.first?.app == dialer)
        #expect(try await client.call("Roles1", "List", returning: [Pinned.Role].self).first?.app == dialer)
        _ = try await client.call("Roles1", "Request", "five", "dialer", none, returning: ObjectPath.self)
        #expect(await code { _ = try await client.results(of: "five") } == "DoesNotQualify")
        try await client.call("Roles1", "Clear", "dialer")

        let service = try await client.call("Telephony1", "ListServices", returning: [Pinned.Service].self)[0].id
        try await client.call("Lines1", "SetDefault", service)
        #expect(try await client.call("Lines1", "Default", returning: String.self) == service)
        try await client.call("Lines1", "Remember", "5550101", service, none)
        // A number, the service, and a dictionary: the same types as a service has.
        let remembered = try await client.call("Lines1", "Remembered", returning: [Pinned.Service].self)
        #expect(remembered.map(\.id) == ["5550101"] && remembered.map(\.label) == [service])

        let apps = try await client.call("Apps1", "List", returning: [Pinned.App].self)
        #expect(apps.contains { $0.id == dialer && $0.name == "Dialer" && !$0.entitlements.isEmpty })
        let register = await code {
            _ = try await client.call("Apps1", "Register", "/nowhere", returning: Pinned.App.self)
        }
        #expect(register == "InvalidArgument")
        let decisions = try await client.call("Audit1", "List", returning: [Pinned.Decision].self)
        #expect(decisions.contains { $0.act == "start" && $0.outcome == "allowed" && $0.date > 0 })
        let (facts, backends, lines) = try await client.call(
            "Status1", "Get", returning: Pinned.Details.self, [Pinned.Service].self, [Pinned.Line].self)
        #expect(
            facts["developerMode"] == true && facts["conversations"]?.uint32 == 0 && facts["version"]?.string != nil)
        #expect(backends.count == 1 && lines.first?.label == "Line 0" && lines.first?.service == service)
        let played = await code { try await client.call("Simulation1", "Perform", "answer", none) }
        #expect(played == "NotSimulated")
    }

    private func show(_ screen: PinnedClient, _ client: PinnedClient, _ fixture: EndpointFixture) async throws {
        let none = client.age.details()
        try await screen.call("Prompts1", "Register", "graphical", none)
        _ = try await client.call("Telephony1", "OpenLink", "six", "tel:5550100", none, returning: ObjectPath.self)
        let prompt = try await screen.signal("Prompts1", "Show").read(as: Pinned.Prompt.self)
        #expect(prompt.act == "call" && prompt.asker.isEmpty && prompt.subject == "5550100" && prompt.choices.isEmpty)
        fixture.time.advance(by: ConsentDesk.deafTime)
        try await screen.call("Prompts1", "Answer", prompt.id, true, "", none)
        let dismissed = try await screen.signal("Prompts1", "Dismiss").read(as: String.self, Pinned.Details.self)
        #expect(dismissed.0 == prompt.id)
        #expect(try await client.results(of: "six")["conversation"]?.string != nil)
        try await screen.call("Prompts1", "Unregister")
    }
}
