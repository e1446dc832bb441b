// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Telephony
import TestSupport
import Testing

/// The lines that the person chose, on a machine with two.
@Suite("The chosen lines")
struct SwitchboardLineWishTests {
    private func code(_ operation: () async throws -> Void) async -> TelephonyError.Code? {
        do { try await operation() } catch { return (error as? TelephonyError)?.code }
        return nil
    }

    private func run(
        _ store: (any LineStore)? = nil,
        _ body: @escaping @Sendable (ServiceFixture, [CellularService]) async throws -> Void
    ) async throws {
        let fixture = ServiceFixture(lines: false, lineStore: store)
        await fixture.board.prepare()
        try await fixture.serving { fixture in
            fixture.backend.send(.lines([fixture.backend.line("0"), fixture.backend.line("1")]))
            try await body(fixture, try await fixture.services())
        }
    }

    private func used(_ fixture: ServiceFixture) -> [String] {
        fixture.backend.commands.compactMap {
            switch $0 {
            case .dial(_, let line), .code(_, let line): line.reference
            default: nil
            }
        }
    }

    @Test(arguments: ["+15550100", "#31#+15550100", "*31#+15550100,1", "0015550100"])
    func `a number has its line in every spelling`(_ spelling: String) async throws {
        try await run { fixture, services in
            try await fixture.board.setDefaultLine(services[0].id, by: .app(.control))
            try await fixture.board.rememberLine(services[1].id, for: "+1 555-0100", by: .app(.control))
            _ = try await fixture.start(spelling)
            #expect(used(fixture) == ["1"])
            try await fixture.board.rememberLine(nil, for: spelling, by: .app(.control))
            #expect(try await fixture.board.rememberedLines(for: .app(.control)).isEmpty)
        }
    }

    @Test func `the person is asked when a number's own line is not there`() async throws {
        try await run { fixture, services in
            try await fixture.board.rememberLine(services[1].id, for: "+15550100", by: .app(.control))
            fixture.backend.send(.lines([fixture.backend.line("0")]))
            _ = try await fixture.services()
            async let started = fixture.start()
            let prompt = try await fixture.prompt()
            #expect(prompt.act == .chooseLine("+15550100") && prompt.choices == [services[0]])
            #expect(fixture.backend.commands.isEmpty)
            try await fixture.answer(prompt, true, on: services[0].id)
            _ = try await started
            _ = try await fixture.start("+15550101")
            #expect(used(fixture) == ["0", "0"])
        }
    }

    @Test func `are listed, and none is forgotten that is not there`() async throws {
        try await run { fixture, services in
            try await fixture.board.rememberLine(services[1].id, for: "#31#5550100", by: .app(.control))
            #expect(try await fixture.board.rememberedLines(for: .app(.control)) == ["5550100": services[1].id])
            #expect(
                await code { try await fixture.board.rememberLine(nil, for: "9999", by: .app(.control)) }
                    == .invalidArgument)
            #expect(
                await code {
                    try await fixture.board.rememberLine(services[0].id, for: "*100#", by: .app(.control))
                } == .networkCode)
            #expect(await code { _ = try await fixture.board.rememberedLines(for: .app(.dialer)) } == .notAllowed)
        }
    }

    @Test func `are known while the disk hangs`() async throws {
        let slow = SlowLineStore()
        slow.letThrough()
        try await run(slow) { fixture, services in
            try await fixture.board.setDefaultLine(services[1].id, by: .app(.control))
            slow.hold()
            _ = try await fixture.start()
            _ = try await fixture.board.runCode("*100#", by: .app(.control))
            #expect(used(fixture) == ["1", "1"])
            #expect(try await fixture.board.defaultLine(for: .app(.control)) == services[1].id)
            async let refusal = code { try await fixture.board.setDefaultLine(nil, by: .app(.control)) }
            try await fixture.time.waitForSleeper(Switchboard.patienceForDisk)
            fixture.time.advance(by: Switchboard.patienceForDisk)
            #expect(await refusal == .databaseUnreadable)
            slow.letThrough()
            while try await fixture.board.defaultLine(for: .app(.control)) != nil { try await pause() }
        }
    }

    @Test func `that cannot be read are asked for, and read again`() async throws {
        let store = MemoryStore()
        store.fail(with: TelephonyError(.databaseUnreadable, "a damaged page"))
        try await run(store) { fixture, services in
            #expect(await code { _ = try await fixture.startWithoutScreen() } == .lineChoiceNeeded)
            #expect(await code { _ = try await fixture.board.defaultLine(for: .app(.control)) } == .databaseUnreadable)
            #expect(fixture.logged.withLock { $0.count { $0.contains("a damaged page") } } == 1)
            store.fail(with: nil)
            try await store.setDefaultService(services[1].id)
            #expect(try await fixture.board.defaultLine(for: .app(.control)) == services[1].id)
            _ = try await fixture.start()
            #expect(used(fixture) == ["1"])
        }
    }

    @Test func `few errands wait for a disk that hangs`() async throws {
        let slow = SlowLineStore()
        slow.letThrough()
        try await run(slow) { fixture, services in
            slow.hold()
            try await withThrowingTaskGroup(of: TelephonyError.Code?.self) { group in
                for _ in 0..<Switchboard.maximumErrands {
                    group.addTask {
                        await code {
                            try await fixture.board.setDefaultLine(services[0].id, by: .app(.control))
                        }
                    }
                }
                while slow.waiting < Switchboard.maximumErrands { try await pause() }
                // Not even begun, and told at once.
                #expect(
                    await code { try await fixture.board.setDefaultLine(nil, by: .app(.control)) }
                        == .databaseUnreadable)
                #expect(slow.waiting == Switchboard.maximumErrands)
                slow.letThrough()
                for try await refusal in group { #expect(refusal == nil) }
            }
        }
    }
}
