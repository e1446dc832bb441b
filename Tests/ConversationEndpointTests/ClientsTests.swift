// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@testable import ConversationEndpoint

@Suite("The table of clients")
struct ClientsTests {
    private func clients(_ limit: Int = 8, with names: String...) throws -> Clients {
        var clients = Clients(limit: limit)
        for name in names { _ = try clients.admit(name, as: .app(.plain)) { _ in false } }
        return clients
    }

    private func cursor(_ number: UInt32) -> HistoryCursor { HistoryCursor(rawValue: number) }

    @Test func `gives up the oldest result of who has too many, and keeps the others`() throws {
        var clients = try clients(with: "a")
        var numbers: [UInt32] = []
        for index in 1...UInt32(Clients.maximumResults) {
            let (number, surplus) = clients.open(cursor(index), after: 0, of: "a")
            #expect(surplus == nil)
            numbers.append(number)
        }
        let (number, surplus) = clients.open(cursor(9), after: 0, of: "a")
        #expect(surplus == cursor(1))
        #expect(clients.result(numbers[0], of: "a") == nil)
        #expect(clients["a"]?.results.map(\.number) == Array(numbers.dropFirst()) + [number])
    }

    @Test func `closes a result of who has gone`() throws {
        var clients = try clients(with: "a")
        _ = clients.remove("a")
        let opened = clients.open(cursor(1), after: 0, of: "a")
        let advanced = clients.advance(1, to: cursor(1), of: "a")
        #expect(opened == (0, cursor(1)) && advanced == (0, cursor(1)))
    }

    @Test func `numbers results so that nobody can count on`() throws {
        var clients = try clients(with: "a", "b")
        var numbers: Set<UInt32> = []
        for index in 1...UInt32(Clients.maximumResults) {
            for name in ["a", "b"] { numbers.insert(clients.open(cursor(index), after: 0, of: name).0) }
        }
        #expect(numbers.count == 2 * Clients.maximumResults)
        #expect(!numbers.contains(0) && numbers.contains { $0 > 1_000 })
    }

    @Test func `reads a result to its end, or to where it was closed`() throws {
        var clients = try clients(with: "a")
        let (number, _) = clients.open(cursor(1), after: 7, of: "a")
        #expect(clients.advance(number, to: cursor(2), of: "a") == (number, nil))
        #expect(clients.result(number, of: "a")?.cursor == cursor(2))
        #expect(clients.result(number, of: "a")?.start == 7)
        #expect(clients.result(number, of: "b") == nil)
        #expect(clients.closeResult(number, of: "a")?.cursor == cursor(2))
        #expect(clients.advance(number, to: cursor(2), of: "a") == (0, cursor(2)))
        let (other, _) = clients.open(cursor(3), after: 0, of: "a")
        #expect(clients.advance(other, to: nil, of: "a") == (0, nil))
        #expect(clients["a"]?.isIdle == true)
    }

    @Test func `counts codes that run and sessions that wait, but none that ended`() throws {
        var clients = try clients(with: "a")
        let sessions = (0..<Clients.maximumCodes).map { _ in UUID() }
        for session in sessions {
            try clients.beginCode(of: "a", waiting: Set(sessions))
            clients.endCode(of: "a")
            let isKept = clients.keep(session, of: "a")
            #expect(isKept)
        }
        #expect(throws: TelephonyError.self) { try clients.beginCode(of: "a", waiting: Set(sessions)) }
        try clients.beginCode(of: "a", waiting: Set(sessions), answering: sessions[0])
        #expect(clients["a"]?.codes == Set(sessions.dropFirst()))
        #expect(throws: TelephonyError.self) { try clients.requireRoomForCode(of: "a", waiting: Set(sessions)) }
        try clients.beginCode(of: "a", waiting: [])
        #expect(clients["a"]?.codes.isEmpty == true && clients["a"]?.runningCodes == 2)
    }

    @Test func `has nothing of who has gone, and does not bring it back`() throws {
        var clients = try clients(with: "a")
        _ = clients.remove("a")
        clients.follow(.history, "a")
        clients.endCode(of: "a")
        let isKept = clients.keep(UUID(), of: "a")
        let isWatched = clients.watch("a", by: nil)
        #expect(!isKept && !isWatched)
        #expect(throws: CancellationError.self) { try clients.beginCode(of: "a", waiting: []) }
        #expect(clients.change("a", to: .app(.control)) == nil)
        #expect(clients.names.isEmpty)
    }

    @Test func `keeps what a connection has when it becomes another caller`() throws {
        var clients = try clients(with: "a")
        clients.follow(.history, "a")
        #expect(clients.change("a", to: .unknown("gone")) == .app(.plain))
        #expect(clients["a"]?.caller == .unknown("gone") && clients["a"]?.lastApp == .app(.plain))
        #expect(clients["a"]?.topics == [.history])
        #expect(clients.change("a", to: .app(.control)) == .unknown("gone"))
        #expect(clients["a"]?.lastApp == .app(.control))
    }

    @Test func `forgets the one that has been quiet longest`() throws {
        var clients = try clients(2, with: "a", "b")
        clients.noteCall(of: "a")
        let first = try clients.admit("c", as: .app(.plain)) { _ in false }
        let second = try clients.admit("d", as: .app(.plain)) { $0 == "a" }
        #expect(first?.name == "b" && second?.name == "c")
        #expect(Set(clients.names) == ["a", "d"])
    }
}
