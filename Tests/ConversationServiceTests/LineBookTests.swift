// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Telephony
import TestSupport
import Testing

@Suite("The line book")
struct LineBookTests {
    private let backend = ScriptedBackend()

    private func book(_ readiness: Line.Readiness...) -> (LineBook, [UUID]) {
        var book = LineBook()
        let lines = readiness.enumerated().map { backend.line("\($0.offset)", readiness: $0.element) }
        book.replace(lines, of: backend.name)
        let ids = lines.map { line in
            let id = UUID()
            if let iccid = line.iccid { book.identify(iccid: iccid, as: id) }
            return id
        }
        return (book, ids)
    }

    private func code(_ choose: () throws -> LineChoice) -> TelephonyError.Code? {
        do { _ = try choose() } catch { return (error as? TelephonyError)?.code }
        return nil
    }

    @Test func `takes the named line or refuses, and never another`() throws {
        let (book, ids) = book(.notRegistered, .ready)
        #expect(try book.choose(named: ids[1], preferred: []).settled().key.reference == "1")
        #expect(code { try book.choose(named: ids[0], preferred: [.ifReady(ids[1])]) } == .notRegistered)
        #expect(code { try book.choose(named: UUID(), preferred: []) } == .unknownService)
    }

    @Test func `takes the preferred line if it can dial, else the only one that can`() throws {
        let (two, ids) = book(.ready, .ready)
        #expect(try two.choose(named: nil, preferred: [.ifReady(ids[1])]).settled().key.reference == "1")
        let (one, stale) = book(.noSIM, .ready)
        #expect(try one.choose(named: nil, preferred: [.ifReady(stale[0])]).settled().key.reference == "1")
    }

    @Test func `takes the first of the preferred lines that can dial`() throws {
        let (book, ids) = book(.ready, .notRegistered, .ready)
        let preferred = [UUID(), ids[1], ids[2], ids[0]].map { LinePreference.ifReady($0) }
        #expect(try book.choose(named: nil, preferred: preferred).settled().key.reference == "2")
    }

    @Test func `asks when the number's own line cannot dial, also for the last one`() throws {
        let (book, ids) = book(.notRegistered, .ready)
        for own in [ids[0], UUID()] {
            let choice = try book.choose(named: nil, preferred: [.always(own), .ifReady(ids[1])])
            #expect(choice == .among([backend.line("1")]))
        }
        #expect(try book.choose(named: nil, preferred: [.always(ids[1])]).settled().key.reference == "1")
    }

    @Test func `asks among several when a preference is unknown`() throws {
        let (two, ids) = book(.ready, .ready)
        #expect(try two.choose(named: nil, preferred: [.unknown, .ifReady(ids[0])]).candidates.count == 2)
        #expect(try two.choose(named: nil, preferred: [.ifReady(ids[0]), .unknown]).settled().key.reference == "0")
        #expect(try book(.ready, .noSIM).0.choose(named: nil, preferred: [.unknown]).settled().key.reference == "0")
    }

    @Test func `says of the line nearest to dialing why not, and which`() {
        let (book, ids) = book(.noSIM, .notRegistered)
        do { _ = try book.choose(named: nil, preferred: []) } catch {
            #expect(error.code == .notRegistered && error.message.hasPrefix("Line 1: "))
        }
        do { _ = try book.choose(named: ids[0], preferred: []) } catch {
            #expect(error.code == .noSIM && error.message.hasPrefix("Line 0: "))
        }
    }

    @Test func `leaves the choice to the person when several can dial`() throws {
        let choice = try book(.ready, .noSIM, .ready).0.choose(named: nil, preferred: [])
        #expect(choice.candidates.map(\.key.reference) == ["0", "2"])
        #expect(throws: TelephonyError.self) { try choice.settled() }
    }

    @Test(arguments: [
        (Line.Readiness.noSIM, TelephonyError.Code.noSIM), (.locked("SIM PIN"), .simLocked),
        (.notRegistered, .notRegistered),
        (.emergencyOnly, .notRegistered), (.switchedOff, .switchedOff), (.failed("x"), .modemFailed),
        (.starting, .notRegistered),
    ])
    func `says why the only line cannot dial`(_ readiness: Line.Readiness, _ expected: TelephonyError.Code) {
        #expect(code { try book(readiness).0.choose(named: nil, preferred: []) } == expected)
    }

    @Test func `tells no modem from no modem service`() {
        var book = LineBook()
        #expect(code { try book.choose(named: nil, preferred: []) } == .noModem)
        book.setOutage("ModemManager is not running; start it", of: "ModemManager")
        #expect(code { try book.choose(named: nil, preferred: []) } == .modemServiceUnavailable)
        book.setOutage(nil, of: "ModemManager")
        #expect(code { try book.choose(named: nil, preferred: []) } == .noModem)
    }

    @Test func `lists a service for every SIM it has an identifier of`() {
        let (book, ids) = book(.ready, .noSIM)
        #expect(book.services.map(\.id) == ids)
        var fresh = LineBook()
        fresh.replace([backend.line()], of: backend.name)
        #expect(fresh.services.isEmpty)
    }
}
