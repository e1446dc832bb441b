// SPDX-License-Identifier: Apache-2.0

/// A session of a code between a modem and the network.
struct SimulatedCodeSession: Hashable, Sendable {
    var script: CodeScript
    /// When the network says what it has to say; nil when it never will, and while it waits for an answer.
    var due: Duration?
    /// Whether the network waits for an answer.
    var wantsAnswer = false

    init(_ script: CodeScript, at now: Duration) {
        self.script = script
        due = script.isSilent ? nil : now + .seconds(script.after)
    }

    /// One that begins with the network's question.
    init(asking script: CodeScript, at now: Duration) {
        self.init(script, at: now)
        (due, wantsAnswer) = (nil, true)
    }
}

/// Codes, one session a modem (3GPP TS 22.090, 22.030).
extension SimulatedNetwork {
    /// Starts a session, or answers what the network asked in the one that is open.
    mutating func send(code: String, from modem: String, at now: Duration) throws(NetworkRefusal) -> [Announcement] {
        try checkService(of: modem, emergency: false)
        codeSessions[modem] = SimulatedCodeSession(try script(for: code, from: modem), at: now)
        return sayDueReplies(by: now)
    }

    private func script(for code: String, from modem: String) throws(NetworkRefusal) -> CodeScript {
        guard let open = codeSessions[modem] else { return scenario.codes[code] ?? CodeScript("Unknown code") }
        guard open.wantsAnswer else { throw .sessionOpen }
        // A question without choices takes any answer.
        return open.script.answers[code] ?? CodeScript(open.script.answers.isEmpty ? "Thank you" : "Unknown choice")
    }

    /// The modem's side ends its session; nothing when there is none.
    mutating func cancelCode(of modem: String) -> [Announcement] {
        codeSessions[modem] = nil
        return []
    }

    /// The network ends a modem's session, or all of them.
    mutating func endCode(_ name: String?) throws(NetworkRefusal) -> [Announcement] {
        let open = try modems(named: name).map(\.id).filter { codeSessions[$0] != nil }
        guard !open.isEmpty else { throw .noSession }
        return open.flatMap { loseCode(of: $0) }
    }

    /// The network says now what it has to say to the codes of a modem, or of all of them.
    mutating func replyToCode(_ name: String?, at now: Duration) throws(NetworkRefusal) -> [Announcement] {
        let slow = try modems(named: name).map(\.id).filter { codeSessions[$0]?.due != nil }
        guard !slow.isEmpty else { throw .noSession }
        for modem in slow { codeSessions[modem]?.due = now }
        return sayDueReplies(by: now)
    }

    /// The network says something by itself: a question opens a session, and a word into one that waits is its last.
    mutating func push(
        _ script: CodeScript, to name: String?, at now: Duration
    ) throws(NetworkRefusal) -> [Announcement] {
        let (modem, reply) = (try reachableModem(name).id, script.reply)
        if reply.outcome == .wantsAnswer {
            guard codeSessions[modem] == nil else { throw .sessionOpen }
            codeSessions[modem] = SimulatedCodeSession(asking: script, at: now)
        } else if codeSessions[modem]?.wantsAnswer == true {
            codeSessions[modem] = nil
            return [.codeReplied(reply, modem: modem)]
        }
        return [.codePushed(reply, modem: modem)]
    }

    /// Whether a modem has a session of a code.
    package func runsCode(on modem: String) -> Bool { codeSessions[modem] != nil }

    mutating func loseCode(of modem: String) -> [Announcement] {
        guard codeSessions.removeValue(forKey: modem) != nil else { return [] }
        return [.codeReplied(CodeReply(text: "", outcome: .terminated), modem: modem)]
    }

    mutating func sayDueReplies(by now: Duration) -> [Announcement] {
        let due = codeSessions.filter { $0.value.due.map { $0 <= now } ?? false }.keys.sorted()
        return due.compactMap { modem in
            guard let reply = codeSessions[modem]?.script.reply else { return nil }
            if reply.outcome == .wantsAnswer {
                codeSessions[modem]?.due = nil
                codeSessions[modem]?.wantsAnswer = true
            } else {
                codeSessions[modem] = nil
            }
            return .codeReplied(reply, modem: modem)
        }
    }
}
