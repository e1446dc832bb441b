// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

@Suite(.serialized)
struct `The history by hand` {
    @Test func `is marked as read and deleted, but for what is up`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            try await rig.ask("simulate", "incoming", "+15550111")
            try await rig.ask("simulate", "hangup")
            try await rig.waitForNoConversations()
            let up = try await rig.dial("+15550112")
            let missed = try #require(try await rig.rows().first { $0.outcome == "missed" })
            #expect(!missed.isRead && missed.direction == "incoming")
            #expect(
                try await rig.ask("history", "read", String(missed.id.uuidString.prefix(8)))
                    == "1 row is marked as read.")
            #expect(try await rig.ask("history", "--unread") == "Nothing is unread.")
            #expect(try await rig.ask("history", "delete", "--all") == "1 row is deleted.")
            #expect(try await rig.rows().map(\.id) == [up])
            try await rig.ask("hangup")
            try await rig.waitForNoConversations()
            #expect(try await rig.ask("history", "delete", "--all") == "1 row is deleted.")
            #expect(try await rig.rows().isEmpty)
        }
    }

    @Test func `is redialed on the line it was on`() async throws {
        try await DialtoneRig.run(on: .simulated("two-lines")) { rig in
            let lines = try await rig.services().map(\.id)
            #expect(lines.count == 2)
            for line in lines {
                try await rig.ask("dial", "+15550112", "--service", line.uuidString)
                try await rig.ask("hangup")
                try await rig.waitForNoConversations()
                try await rig.ask("redial")
                #expect(try await rig.calls().map(\.service) == [line])
                try await rig.ask("hangup")
                try await rig.waitForNoConversations()
            }
            #expect(try await rig.rows().map(\.service) == [lines[1], lines[1], lines[0], lines[0]])
        }
    }
}
