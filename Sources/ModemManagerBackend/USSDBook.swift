// SPDX-License-Identifier: Apache-2.0
import Telephony

/// The sessions of codes, one a line, as a backend knows them: each word checks and changes in one step, and returns what
/// the service is to be told.
struct USSDBook: Sendable {
    private struct Entry: Sendable {
        /// nil once the modem daemon is known to have none.
        var session: USSDSession?
        /// What the network said while an exchange of ours was on.
        var held: [USSDReply] = []
        var cancellations = USSDCancellations()
    }

    /// Messages that are kept while an exchange of ours is on, the newest of them.
    static let maximumHeld = 4

    private var entries: [LineKey: Entry] = [:]
    private var latest: UInt64 = 0

    /// The sessions there are.
    var sessions: [LineKey: USSDSession] { entries.compactMapValues(\.session) }

    func session(on line: LineKey) -> USSDSession? { entries[line]?.session }

    /// Whether it is still the line's session and nobody ends it.
    func isRunning(_ session: USSDSession, on line: LineKey) -> Bool { entries[line]?.session == session }

    /// Whether the network asked something by itself while an exchange of ours was on.
    func holdsQuestion(on line: LineKey) -> Bool { entries[line]?.held.contains(where: \.wantsAnswer) ?? false }

    /// Whether the network may not know of the latest cancelling, and would take a code for an answer.
    func mayBeOpen(on line: LineKey, at now: Duration, for limit: Duration) -> Bool {
        entries[line]?.cancellations.mayBeOpen(at: now, for: limit) ?? false
    }

    /// Every session is gone with its modem daemon.
    mutating func lose() { entries = [:] }
}

// MARK: - What we do

extension USSDBook {
    /// A session for a code that is about to be run; nil when the line has one.
    mutating func begin(on line: LineKey) -> USSDSession? {
        guard session(on: line) == nil else { return nil }
        latest += 1
        let session = USSDSession(id: latest)
        entries[line, default: Entry()].session = session
        return session
    }

    /// The session that an answer is about to be sent in; nil when the network waits for none.
    mutating func goOn(on line: LineKey) -> USSDSession? {
        guard let session = session(on: line), session.phase == .wantsAnswer else { return nil }
        let next = USSDSession(id: session.id)
        entries[line]?.session = next
        return next
    }

    /// It is being ended.
    mutating func end(_ session: USSDSession, on line: LineKey) { move(session, on: line, to: .ending) }

    /// It could not be ended.
    mutating func leave(_ session: USSDSession, on line: LineKey) { move(session, on: line, to: .left) }

    private mutating func move(_ session: USSDSession, on line: LineKey, to phase: USSDSession.Phase) {
        if entries[line]?.session?.id == session.id { entries[line]?.session?.phase = phase }
    }

    /// A session on the line was cancelled, of ours or another.
    mutating func noteCancellation(on line: LineKey, at now: Duration) {
        entries[line, default: Entry()].cancellations.note(at: now)
    }

    /// The network's answer came.
    /// - Parameter networkWaits: whether the modem daemon says so.
    mutating func conclude(
        _ reply: USSDReply, _ session: USSDSession, on line: LineKey, networkWaits: Bool
    ) -> [BackendEvent] {
        guard reply.wantsAnswer else { return forget(session, on: line, after: reply.text, networkWaits: networkWaits) }
        guard entries[line]?.session?.id == session.id else { return [] }
        entries[line]?.session?.wait(toHear: reply.text)
        return release(on: line, except: reply.text, networkWaits: networkWaits)
    }

    /// The session is over.
    /// - Parameter answer: what it ended with.
    mutating func forget(
        _ session: USSDSession, on line: LineKey, after answer: String? = nil, networkWaits: Bool
    ) -> [BackendEvent] {
        guard entries[line]?.session?.id == session.id else { return [] }
        entries[line]?.session = nil
        return release(on: line, except: answer, networkWaits: networkWaits)
    }

    /// Our exchange is over: what came meanwhile is the network's own word, but for the answer itself.
    private mutating func release(on line: LineKey, except answer: String?, networkWaits: Bool) -> [BackendEvent] {
        let held = entries[line]?.held ?? []
        entries[line]?.held = []
        return held.filter { $0.text != answer }.flatMap {
            hear(USSDReply(text: $0.text, wantsAnswer: $0.wantsAnswer && networkWaits), on: line)
        }
    }
}

// MARK: - What the network does

extension USSDBook {
    /// The network said something by itself, unless that may be the answer that an exchange of ours waits for.
    mutating func hear(_ said: USSDReply, on line: LineKey) -> [BackendEvent] {
        let session = session(on: line)
        switch session?.phase {
        case .running, .ending, .left:
            let held = entries[line]?.held ?? []
            entries[line]?.held = held.suffix(Self.maximumHeld - 1) + [said]
            return []
        case .wantsAnswer where said.wantsAnswer && session?.question == said.text: return []
        case .wantsAnswer, nil:
            if said.wantsAnswer { open(toHear: said.text, on: line) }
            return [.said(said, line)]
        }
    }

    /// The network's question has a session from now on, as a code's would.
    private mutating func open(toHear question: String, on line: LineKey) {
        if session(on: line) == nil { _ = begin(on: line) }
        entries[line]?.session?.wait(toHear: question)
    }

    /// The network, or another program, ended the session, or its modem is gone. An exchange of ours is answered by itself.
    mutating func becameIdle(on line: LineKey) -> [BackendEvent] {
        guard let phase = session(on: line)?.phase, phase == .wantsAnswer || phase == .left else { return [] }
        entries[line]?.session = nil
        return phase == .wantsAnswer ? [.sessionEnded(line)] : []
    }
}
