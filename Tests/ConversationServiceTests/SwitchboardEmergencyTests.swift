// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Synchronization
import Telephony
import TestSupport
import Testing

@Suite("The service, for an emergency call")
struct SwitchboardEmergencyTests {
    /// Runs the service on these lines.
    static func run(
        _ lines: [Line], directory: any EmergencyDirectory = NoEmergencyDirectory(),
        _ body: @escaping @Sendable (ServiceFixture) async throws -> Void
    ) async throws {
        let fixture = ServiceFixture(lines: false, emergency: directory)
        await fixture.board.prepare()
        try await fixture.serving { fixture in
            fixture.backend.send(.lines(lines))
            while await fixture.board.lineCount != lines.count { try await pause() }
            try await body(fixture)
        }
    }

    private static let backend = ScriptedBackend()

    @Test(arguments: [
        Line.Readiness.ready, .emergencyOnly, .notRegistered, .noSIM, .locked("SIM PIN"), .switchedOff, .starting,
        .failed("x"),
    ])
    func `dials on a line in any state`(_ readiness: Line.Readiness) async throws {
        let line = Self.backend.line(readiness: readiness)
        try await Self.run([line]) { fixture in
            let id = try await fixture.start("112")
            #expect(fixture.backend.commands == [.dialEmergency("112", line.key)])
            #expect(try await fixture.conversation(.dialing).id == id)
        }
    }

    @Test func `asks neither for a line among several nor after the named one`() async throws {
        let lines = [Self.backend.line("0"), Self.backend.line("1")]
        try await Self.run(lines) { fixture in
            _ = try await fixture.start("112", service: UUID())
            #expect(fixture.backend.commands == [.dialEmergency("112", lines[0].key)])
        }
    }

    @Test func `dials an ordinary number that begins like one the ordinary way`() async throws {
        try await Self.run([Self.backend.line()]) { fixture in
            _ = try await fixture.start("91155010")
            #expect(fixture.backend.commands == [.dial("91155010", Self.backend.line().key)])
        }
    }

    @Test func `tries the next line when one refuses, in one conversation and one row`() async throws {
        let lines = ["0", "1", "2"].map { Self.backend.line($0) }
        try await Self.run(lines) { fixture in
            for _ in 0..<2 { fixture.backend.failNext(with: TelephonyError(.callRefused, "no")) }
            let id = try await fixture.start("112")
            #expect(fixture.backend.commands == lines.map { .dialEmergency("112", $0.key) })
            let call = try #require(fixture.backend.dialed.first)
            fixture.backend.send(.changed(call, .active))
            #expect(try await fixture.conversation(.active).id == id)
            fixture.backend.send(.changed(call, .ended(.remoteHangUp)))
            _ = try await fixture.conversation(.ended)
            let row = try #require(fixture.store.rows.first)
            #expect(fixture.store.rows.count == 1 && row.outcome == .connected && row.handles.first?.value == "112")
            #expect(row.service == (try await fixture.store.serviceIdentifier(forICCID: lines[2].iccid ?? "")))
        }
    }

    @Test func `says of every line why not when none takes it`() async throws {
        try await Self.run([Self.backend.line("0"), Self.backend.line("1", readiness: .noSIM)]) { fixture in
            fixture.backend.failNext(with: TelephonyError(.callRefused, "because of this"))
            fixture.backend.failNext(with: TelephonyError(.noSIM, "because of that"))
            let error = await #expect(throws: TelephonyError.self) { _ = try await fixture.start("112") }
            #expect(error?.code == .callRefused)
            for part in ["no modem took", "Line 0: because of this", "Line 1: because of that", "another telephone"] {
                #expect(error?.message.contains(part) == true)
            }
            _ = try await fixture.conversation(.ended)
            #expect(fixture.store.rows.map(\.outcome) == [.failed])
        }
    }

    @Test func `says plainly that there is nothing to dial on`() async throws {
        try await Self.run([]) { fixture in
            let error = await #expect(throws: TelephonyError.self) { _ = try await fixture.start("112") }
            #expect(error?.code == .noModem && error?.message.contains("no emergency call can be made") == true)
            // More than once: the backend says that it is there when it begins to run.
            while await fixture.board.outage == nil {
                fixture.backend.send(.unavailable("The modem service does not run."))
                try await pause()
            }
            let outage = await #expect(throws: TelephonyError.self) { _ = try await fixture.start("112") }
            #expect(outage?.code == .modemServiceUnavailable)
            #expect(fixture.store.rows.isEmpty)
        }
    }

    @Test func `frees a busy line first, also of a call that rings`() async throws {
        try await Self.run([Self.backend.line()]) { fixture in
            _ = try await fixture.start("+15550100")
            let first = try #require(fixture.backend.dialed.first)
            fixture.backend.send(.changed(first, .active))
            _ = try await fixture.conversation(.active)
            let ringing = fixture.incoming(state: .waiting)
            fixture.backend.send(.appeared(ringing))
            _ = try await fixture.conversation(.waiting)
            async let id = fixture.start("112")
            var ended: Set<CallID> = []
            while ended.count < 2 {
                let call = try await fixture.commands.first { if case .hangUp(let call) = $0 { call } else { nil } }
                ended.insert(call)
                fixture.backend.send(.changed(call, .ended(.localHangUp)))
            }
            #expect(ended == [first, ringing.id])
            _ = try await id
            #expect(fixture.backend.commands.last == .dialEmergency("112", Self.backend.line().key))
        }
    }

    @Test func `dials all the same when the line does not get free in time`() async throws {
        try await Self.run([Self.backend.line()]) { fixture in
            _ = try await fixture.start("+15550100")
            async let id = fixture.start("112")
            _ = try await fixture.commands.first { if case .hangUp = $0 { true } else { nil } }
            try await fixture.time.waitForSleeper(Switchboard.freeingLimit)
            fixture.time.advance(by: Switchboard.freeingLimit)
            _ = try await id
            #expect(fixture.backend.commands.last == .dialEmergency("112", Self.backend.line().key))
        }
    }

    @Test func `leaves an emergency call that is up alone`() async throws {
        try await Self.run([Self.backend.line()]) { fixture in
            _ = try await fixture.start("112")
            let error = await #expect(throws: TelephonyError.self) { _ = try await fixture.start("911") }
            #expect(error?.code == .lineBusy)
            #expect(fixture.backend.commands == [.dialEmergency("112", Self.backend.line().key)])
        }
    }

    @Test func `is made also when too many conversations are up`() async throws {
        let lines = [Self.backend.line("0"), Self.backend.line("1")]
        try await Self.run(lines) { fixture in
            for index in 0..<16 {
                fixture.backend.send(.appeared(fixture.incoming(reference: "\(index)")))
                _ = try await fixture.conversation(.ringing)
            }
            _ = try await fixture.start("112")
            #expect(fixture.backend.commands == [.dialEmergency("112", lines[1].key)])
        }
    }

    @Test func `stops when the person ends it between two modems`() async throws {
        try await Self.run([Self.backend.line("0"), Self.backend.line("1")]) { fixture in
            fixture.backend.holdDials()
            fixture.backend.failAfterGate(with: TelephonyError(.modemTimedOut, "silence"))
            async let failure = fixture.failure { _ = try await fixture.start("112") }
            let id = try await fixture.conversation(.starting).id
            _ = try await fixture.commands.first { if case .dialEmergency = $0 { true } else { nil } }
            try await fixture.board.end(id, by: .app(.control))
            // Whoever waits for the start is told at once, and not when the mute modem is given up.
            let error = await failure
            #expect(error?.code == .wrongState && error?.message.contains("no modem") == false)
            fixture.backend.letDialsThrough()
            _ = try await fixture.conversation(.ended)
            let dials = fixture.backend.commands.count { if case .dialEmergency = $0 { true } else { false } }
            #expect(dials == 1)
            #expect(fixture.store.rows.map(\.outcome) == [.cancelled])
        }
    }

    @Test func `takes the prefix and the tones as they were dialed`() async throws {
        try await Self.run([Self.backend.line()]) { fixture in
            fixture.backend.failNext(with: TelephonyError(.callRefused, "only emergency calls"))
            _ = try await fixture.start("*31#1-1-2,,5")
            let key = Self.backend.line().key
            #expect(fixture.backend.commands == [.dialEmergency("*31#112", key), .dialEmergency("112", key)])
        }
    }

    @Test func `needs the person's word from an app that may not call at once`() async throws {
        try await Self.run([Self.backend.line()]) { fixture in
            async let started = fixture.start("112", by: .dialer)
            let prompt = try await fixture.prompt()
            #expect(prompt.act == .emergencyCall("112"))
            #expect(fixture.backend.commands.isEmpty)
            try await fixture.answer(prompt, true)
            _ = try await started
            #expect(fixture.backend.commands == [.dialEmergency("112", Self.backend.line().key)])
        }
    }

    @Test func `is not made for an app without the entitlement`() async throws {
        try await Self.run([Self.backend.line()]) { fixture in
            let plain = await #expect(throws: TelephonyError.self) { _ = try await fixture.start("112", by: .plain) }
            #expect(plain?.code == .notEntitled)
            #expect(fixture.backend.commands.isEmpty)
        }
    }
}

// MARK: - Which numbers

extension SwitchboardEmergencyTests {
    /// Answers for one country, and remembers what it was asked.
    final class Directory: EmergencyDirectory {
        private let questions = Mutex<[String]>([])
        var asked: [String] { questions.withLock { $0 } }

        func isEmergencyNumber(_ number: String, networkCountry: String?, simCountry: String?) async -> Bool {
            questions.withLock { $0.append("\(number) \(networkCountry ?? "-") \(simCountry ?? "-")") }
            return networkCountry == "262" && number == "110"
        }

        func trouble() async -> String? { nil }
    }

    @Test func `knows the numbers of the SIM, and those of each line's country`() async throws {
        let lines = [
            Self.backend.line("0", emergency: EmergencyFacts(simNumbers: ["117", ""], networkCountry: "228")),
            Self.backend.line("1", emergency: EmergencyFacts(networkCountry: "262", simCountry: "234")),
        ]
        let directory = Directory()
        try await Self.run(lines, directory: directory) { fixture in
            _ = try await fixture.start("117")
            #expect(directory.asked.isEmpty)
            _ = try await fixture.start("110")
            #expect(Set(directory.asked).isSubset(of: ["110 228 -", "110 262 234"]))
            #expect(
                fixture.backend.commands == [.dialEmergency("117", lines[0].key), .dialEmergency("110", lines[1].key)])
        }
    }

    @Test func `asks no directory for a number that is too long to be one`() async throws {
        let directory = Directory()
        try await Self.run([Self.backend.line()], directory: directory) { fixture in
            _ = try await fixture.start("+15550100")
            #expect(directory.asked.isEmpty)
        }
    }
}

extension Switchboard {
    fileprivate var lineCount: Int {
        get async { (try? await status(for: .app(.control)).lines.count) ?? 0 }
    }
    fileprivate var outage: String? {
        get async { try? await status(for: .app(.control)).backends.first?.trouble }
    }
}
