// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials
import TestSupport

/// `dialtone monitor --json`, which a test waits with for what happens to a conversation.
struct Monitor: Sendable {
    let program: RunningProgram

    /// Starts it and returns when it listens: it prints nothing before something happens, so somebody calls until it
    /// has seen that.
    init(on rig: DialtoneRig) async throws {
        program = try rig.start([BuiltProgram.path("dialtone"), "monitor", "--json"])
        let client = rig.client()
        let events = EventQueue(try await client.events(about: [.conversations], startsDaemon: true))
        var last = ""
        while program.output.events.isEmpty {
            try await rig.play(#"{"do":"incoming","from":"+15550199"}"#)
            last = try await Self.wait(for: "idle", in: events)
            try await rig.play(#"{"do":"hangup"}"#)
            _ = try await Self.wait(for: "left", in: events)
        }
        await events.stop()
        await client.close()
        try await next("left", of: UUID(uuidString: last))
    }

    private static func wait(for state: String, in events: EventQueue<ClientEvent>) async throws -> String {
        try await within(.seconds(120), "\(state)") {
            try await events.first { $0.conversation?.state == state ? $0.conversation?.id : nil }
        }
    }

    /// The next change of a conversation, of any if none is given, to a state.
    @discardableResult
    func next(_ state: String, of id: UUID? = nil) async throws -> PrintedConversation {
        let line = try await program.output.next("\(state)") { line in
            guard let conversation = try? PrintedConversation(printed: line) else { return false }
            return conversation.state == state && (id == nil || id == conversation.uuid)
        }
        return try PrintedConversation(printed: line)
    }
}

extension ClientEvent {
    var conversation: ConversationInfo? {
        if case .conversation(let conversation) = self { conversation } else { nil }
    }
}
