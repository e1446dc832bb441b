// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import DBus
import FoundationEssentials
import TestSupport
import Testing

extension DialtoneRig {
    /// The test's own client, which has the rights of the command line.
    func client() -> ConversationClient { ConversationClient(.address(bus.address), loop: loop) }

    /// Runs `dialtone` and expects it to succeed.
    @discardableResult
    func ask(_ words: String...) async throws -> String {
        let ending = try await start([BuiltProgram.path("dialtone")] + words).end()
        guard ending.status == 0 else {
            throw Unexpected(description: "dialtone \(words): \(ending.status) \(ending.errors)")
        }
        return ending.text
    }

    /// Starts a conversation from the command line.
    func dial(_ number: String = "+15550100") async throws -> UUID {
        let text = try await ask("dial", number)
        guard let id = UUID(uuidString: text) else { throw Unexpected(description: "dial printed \(text)") }
        return id
    }

    func rows() async throws -> [PrintedRow] { try [PrintedRow](printed: try await ask("history", "--json")) }

    func row(_ id: UUID) async throws -> PrintedRow {
        let rows = try await rows().filter { $0.id == id }
        guard rows.count == 1 else { throw Unexpected(description: "\(rows.count) rows have the id \(id)") }
        return rows[0]
    }

    func calls() async throws -> [PrintedConversation] {
        try [PrintedConversation](printed: try await ask("calls", "--json"))
    }

    func services() async throws -> [PrintedService] {
        try [PrintedService](printed: try await ask("services", "--json"))
    }

    /// Lets the network or the other side act, whichever network it is: a line for the simulator's control socket.
    func play(_ json: String) async throws {
        if let modems = try? modems {
            try modems.simulator.tell(json)
            return
        }
        let act = try [String: String](printed: json)
        let client = client()
        try await client.simulate(act["do"] ?? "", act["from"].map { ["number": .text($0)] } ?? [:])
        await client.close()
    }

    /// Expects `dialtone` to fail, to dial with status 4 and else with 1, and to say why in one line that has these words.
    @discardableResult
    func expectFailure(
        _ words: String..., saying reason: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let ending = try await start([BuiltProgram.path("dialtone")] + words).end()
        let startsCall = ["dial", "open", "redial"].contains(words.first ?? "")
        #expect(ending.status == 1 || (startsCall && ending.status == 4), sourceLocation: sourceLocation)
        #expect(ending.complaints.count == 1, "\(ending.errors)", sourceLocation: sourceLocation)
        let line = ending.complaints.first ?? ""
        #expect(line.contains(reason), "\(line)", sourceLocation: sourceLocation)
        return line
    }
}

/// What a test met and cannot go on with.
struct Unexpected: Error, CustomStringConvertible {
    var description: String
}

extension RunningProgram.Ending {
    /// What `dialtone` says on standard error, but for that it waits: on a machine with much to do it does.
    var complaints: [String] { errors.filter { !$0.hasPrefix("Waiting for ") } }
}
