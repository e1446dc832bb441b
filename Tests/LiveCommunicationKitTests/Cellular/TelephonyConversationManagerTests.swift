// SPDX-License-Identifier: Apache-2.0
import Foundation
import Telephony
import TestSupport
import Testing

@testable import LiveCommunicationKit

@Suite("Starting a cellular conversation")
struct TelephonyConversationManagerTests {
    private let service = CellularService(Telephony.CellularService(id: UUID(), label: "Example Mobile"))

    private func manager(_ connection: ScriptedConnection) -> TelephonyConversationManager {
        TelephonyConversationManager(session: TelephonySession(connection: connection))
    }

    @Test("asks for the handle, on the service when one is named")
    func start() async throws {
        let connection = ScriptedConnection()
        let handle = Kit(type: .phoneNumber, value: "+1 555-0100", displayName: "Ana")
        try await manager(connection).startCellularConversation(StartCellularConversationAction(handle))
        try await manager(connection).startCellularConversation(
            StartCellularConversationAction(handle, cellularService: service))
        let asked = Telephony.Handle(type: .phoneNumber, value: "+1 555-0100", displayName: "Ana")
        #expect(
            connection.noted.started == [StartRequest(handle: asked), StartRequest(handle: asked, service: service.id)])
    }

    @Test("says once, and only when somebody looks, why there is no service")
    func complaint() {
        let connection = ScriptedConnection()
        let said = EventLog<String>()
        let session = TelephonySession(connection: connection, patience: .zero) { said.append($0) }
        let manager = TelephonyConversationManager(session: session)
        connection.report(.services([]))
        #expect(manager.cellularServices.isEmpty && said.events.isEmpty)
        connection.report(.servicesUnavailable(TelephonyError(.noSessionBus, "there is no session bus")))
        #expect(said.events.isEmpty)
        for _ in 0..<2 { #expect(manager.cellularServices.isEmpty) }
        #expect(said.events.count == 1)
        #expect(said.events.first?.contains("NoSessionBus: there is no session bus") == true)
    }

    @Test("repeats a conversation by its first handle and its id")
    func redial() async throws {
        let row = try #require(PredicateTable.rows.first { $0.handles.count == 2 })
        let connection = ScriptedConnection()
        try await manager(connection).startCellularConversation(StartCellularConversationAction(Recent(row)))
        #expect(connection.noted.started == [StartRequest(handle: row.handles[0], recent: row.id)])
    }

    @Test("cannot repeat a conversation whose caller was hidden")
    func hidden() async throws {
        let row = try #require(PredicateTable.rows.first { $0.handles.isEmpty })
        let error = await #expect(throws: ConversationError.self) {
            try await manager(ScriptedConnection()).startCellularConversation(
                StartCellularConversationAction(Recent(row)))
        }
        #expect(error?.code == .unsupportedHandle)
    }

    @Test("throws the system's refusal, also one this version does not know", arguments: ["Declined", "FromTheFuture"])
    func refused(code: String) async throws {
        let refusal = TelephonyError(.init(rawValue: code), "The system's words.")
        let connection = ScriptedConnection { $0.failures = [refusal] }
        let error = await #expect(throws: ConversationError.self) {
            try await manager(connection).startCellularConversation(
                StartCellularConversationAction(.init(type: .phoneNumber, value: "+15550100")))
        }
        #expect(error == ConversationError(.init(rawValue: code), message: "The system's words."))
    }

    @Test("survives encoding, as do its parts")
    func coding() throws {
        let actions = [
            StartCellularConversationAction(
                .init(type: .emailAddress, value: "ana@example.org"), cellularService: service),
            StartCellularConversationAction(Recent(PredicateTable.rows[3])),
        ]
        let decoded = try JSONDecoder().decode(
            [StartCellularConversationAction].self, from: try JSONEncoder().encode(actions))
        #expect(decoded == actions)
        let recents = PredicateTable.rows.prefix(20).map(Recent.init)
        #expect(try JSONDecoder().decode([Recent].self, from: JSONEncoder().encode(recents)) == recents)
    }
}
