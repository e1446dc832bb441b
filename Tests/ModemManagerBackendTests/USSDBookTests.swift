// SPDX-License-Identifier: Apache-2.0
import Telephony
import Testing

@testable import ModemManagerBackend

@Suite struct `The book of sessions` {
    private static let line = LineKey(backend: "b", reference: "0")
    private static let other = LineKey(backend: "b", reference: "1")

    private static func begun(_ phase: USSDSession.Phase = .running) throws -> (USSDBook, USSDSession) {
        var book = USSDBook()
        let begun = book.begin(on: line)
        let session = try #require(begun)
        switch phase {
        case .running: break
        case .ending: book.end(session, on: line)
        case .left: book.leave(session, on: line)
        case .wantsAnswer:
            _ = book.conclude(USSDReply(text: "?", wantsAnswer: true), session, on: line, networkWaits: true)
        }
        return (book, session)
    }

    @Test(arguments: [USSDSession.Phase.running, .wantsAnswer, .ending, .left])
    func `has one a line`(_ phase: USSDSession.Phase) throws {
        var (book, session) = try Self.begun(phase)
        let (second, elsewhere) = (book.begin(on: Self.line), book.begin(on: Self.other))
        #expect(second == nil && elsewhere != nil && elsewhere?.id != session.id)
        #expect(book.session(on: Self.line)?.phase == phase)
    }

    @Test(arguments: [USSDSession.Phase.running, .wantsAnswer, .ending, .left])
    func `goes on only while the network waits`(_ phase: USSDSession.Phase) throws {
        var (book, session) = try Self.begun(phase)
        let next = book.goOn(on: Self.line)
        #expect(next == (phase == .wantsAnswer ? USSDSession(id: session.id) : nil))
    }

    @Test(arguments: [
        (USSDSession.Phase.running, [BackendEvent](), false), (.ending, [], false), (.left, [], true),
        (.wantsAnswer, [.sessionEnded(line)], true),
    ])
    func `follows the end at the other end`(_ phase: USSDSession.Phase, _ told: [BackendEvent], _ isFree: Bool) throws {
        var (book, _) = try Self.begun(phase)
        #expect(book.becameIdle(on: Self.line) == told)
        #expect((book.session(on: Self.line) == nil) == isFree)
    }

    @Test(arguments: [USSDSession.Phase.running, .ending, .left])
    func `keeps what is said in an exchange until that is over`(_ phase: USSDSession.Phase) throws {
        var (book, session) = try Self.begun(phase)
        for text in ["0", "1", "2", "3", "4", "answer"] {
            #expect(book.hear(USSDReply(text: text, wantsAnswer: false), on: Self.line).isEmpty)
        }
        let told = book.forget(session, on: Self.line, after: "answer", networkWaits: false)
        #expect(told == ["2", "3", "4"].map { .said(USSDReply(text: $0, wantsAnswer: false), Self.line) })
        #expect(USSDBook.maximumHeld == 4 && book.sessions.isEmpty)
    }

    @Test(arguments: [true, false])
    func `opens a session for a question that still waits`(_ waits: Bool) throws {
        var (book, session) = try Self.begun()
        let question = USSDReply(text: "Pay?", wantsAnswer: true)
        _ = book.hear(question, on: Self.line)
        #expect(book.holdsQuestion(on: Self.line))
        let told = book.forget(session, on: Self.line, networkWaits: waits)
        #expect(told == [.said(USSDReply(text: "Pay?", wantsAnswer: waits), Self.line)])
        #expect((book.session(on: Self.line)?.phase == .wantsAnswer) == waits)
        #expect(book.session(on: Self.line)?.id != session.id)
    }

    @Test func `tells the same question once, and another one`() throws {
        var (book, _) = try Self.begun(.wantsAnswer)
        #expect(book.hear(USSDReply(text: "?", wantsAnswer: true), on: Self.line).isEmpty)
        let other = USSDReply(text: "Other?", wantsAnswer: true)
        #expect(book.hear(other, on: Self.line) == [.said(other, Self.line)])
    }

    @Test func `knows an earlier session from a later one`() throws {
        var (book, first) = try Self.begun()
        _ = book.forget(first, on: Self.line, networkWaits: false)
        let begun = book.begin(on: Self.line)
        let second = try #require(begun)
        book.end(first, on: Self.line)
        _ = book.forget(first, on: Self.line, networkWaits: false)
        #expect(book.isRunning(second, on: Self.line) && !book.isRunning(first, on: Self.line))
        book.lose()
        let third = book.begin(on: Self.line)
        #expect(third != nil && third != second)
    }

    @Test func `counts what is cancelled on a line`() {
        var book = USSDBook()
        for isOpen in [false, true] {
            book.noteCancellation(on: Self.line, at: .seconds(100))
            #expect(book.mayBeOpen(on: Self.line, at: .seconds(101), for: .seconds(180)) == isOpen)
        }
        #expect(!book.mayBeOpen(on: Self.line, at: .seconds(280), for: .seconds(180)))
        #expect(!book.mayBeOpen(on: Self.other, at: .seconds(101), for: .seconds(180)))
    }
}
