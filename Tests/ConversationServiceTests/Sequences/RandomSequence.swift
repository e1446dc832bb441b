// SPDX-License-Identifier: Apache-2.0
import DBus
import FoundationEssentials
import Synchronization
import Telephony
import TestSupport

@testable import ConversationService

/// One service, a phone full of trouble, and a seed that says what happens in which order.
final class RandomSequence: Sendable {
    /// Something that must never be.
    struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    private struct State {
        var numbers: SeededNumbers
        var wish = DeviceWish.idle
        var isStoreHeld = false
        /// How far each conversation was told to be.
        var told: [UUID: ConversationSnapshot] = [:]
        var prompts: [ConsentPrompt] = []
        var broken: String?
        /// Starts, tones and codes that somebody waits for.
        var waiting = 0
    }

    private final class Device: DeviceDriver {
        let wish = Mutex(DeviceWish.idle)
        func follow(_ wish: DeviceWish) { self.wish.withLock { $0 = wish } }
    }

    private let seed: UInt64
    private let loop: EventLoop
    private let backend: MoodyBackend
    private let store = MemoryStore()
    private let time = ManualTimekeeper()
    private let device = Device()
    private let board: Switchboard
    private let state: Mutex<State>

    init(seed: UInt64, on loop: EventLoop) {
        self.seed = seed
        self.loop = loop
        backend = MoodyBackend(seed: seed &+ 1)
        state = Mutex(State(numbers: SeededNumbers(seed: seed)))
        let parts = Switchboard.Parts(
            backends: [backend], history: store, roles: store, lines: store,
            catalog: FixedCatalog([.dialer, .otherDialer, .callingApp, .plain, .control]), device: device, time: time)
        board = Switchboard(parts, executor: loop, developerMode: true) { _ in }
    }

    /// Throws `Broken`.
    func run(steps: Int) async throws {
        await board.prepare()
        let looking = Task(executorPreference: loop) { [self] in await look() }
        let serving = Task(executorPreference: loop) { [board] in await board.run() }
        let acting = Task(executorPreference: loop) { [self] in try await act(steps) }
        defer {
            serving.cancel()
            looking.cancel()
        }
        do { try await acting.value } catch let error as Broken {
            throw Broken(description: "seed \(seed): \(error)")
        }
        serving.cancel()
        await serving.value
        try await settle(40)
        if waiting != 0 { throw Broken(description: "seed \(seed): \(waiting) wait for a service that has ended") }
    }

    private var waiting: Int { state.withLock(\.waiting) }

    // MARK: What happens

    private func act(_ steps: Int) async throws {
        backend.send(.lines([backend.line("0")]))
        try await settle(20)
        try await board.setRole(.dialer, to: AppIdentity.dialer.bundleIdentifier, by: .app(.control))
        for _ in 0..<steps {
            await step()
            try await settle(pick(0...6))
            if let broken = await broken() { throw Broken(description: broken) }
        }
        try await calmDown()
        // Whoever is told may be behind.
        for _ in 0..<100 where !isEndTold { try await settle(30) }
        try checkTheEnd()
    }

    /// Lets others run.
    private func settle(_ turns: Int) async throws { for _ in 0..<turns { await Task.yield() } }

    private func pick(_ range: ClosedRange<Int>) -> Int {
        state.withLock { Int.random(in: range, using: &$0.numbers) }
    }

    private func pick<Element: Sendable>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[pick(0...elements.count - 1)]
    }

    private func step() async {
        switch pick(0...99) {
        case 0..<14: appear()
        case 14..<36: change()
        case 36..<54: start()
        case 54..<62: if let id = pick(known) { try? await board.answer(id, by: .app(.control)) }
        case 62..<70: if let id = pick(known) { try? await board.end(id, by: .app(.control)) }
        case 70..<77: await answerPrompt()
        case 77..<84: time.advance(by: .milliseconds(pick([100, 500, 2_000, 3_000, 30_000, 60_000, 300_000]) ?? 0))
        case 84..<88: holdStore(pick(0...1) == 0)
        case 88..<90: store.fail(with: pick(0...1) == 0 ? nil : TelephonyError(.diskFull, "no room"))
        case 90..<93: changeLines()
        case 93..<95: playTones()
        case 95..<97: runCode()
        case 97: backend.send(.said(USSDReply(text: "hello", wantsAnswer: pick(0...1) == 0), backend.line("0").key))
        default: backend.release()
        }
    }

    private var known: [UUID] { state.withLock { $0.told.keys.sorted { $0.uuidString < $1.uuidString } } }

    private var number: String { "+1555010\(pick(0...5))" }

    private func appear() {
        let party = pick(0...5) == 0 ? RemoteParty(number: "", presentation: .restricted) : RemoteParty(number: number)
        backend.appear(
            Call(
                id: CallID(), line: backend.line("0").key, direction: .incoming, remote: party,
                state: pick([.incoming, .incoming, .waiting, .active]) ?? .incoming, reference: "r\(pick(0...999))"))
    }

    private func change() {
        let ends: [CallState] = [.remoteHangUp, .busy, .lost, .unknown].map { .ended($0) }
        guard let call = pick(backend.up.sorted { $0.uuid.uuidString < $1.uuid.uuidString }),
            let next = pick([.alerting, .active, .active, .held, .dialing] + ends)
        else { return }
        backend.change(call, to: next)
    }

    private func start() {
        let app = pick([AppIdentity.control, .dialer, .otherDialer]) ?? .control
        let handle = Handle.number(pick(0...9) == 0 ? "112" : number + (pick(0...4) == 0 ? ",12;3" : ""))
        waitFor(isGivenUp: pick(0...4) == 0) { [board] in
            _ = try await board.startConversation(StartRequest(handle: handle), by: .app(app))
        }
    }

    private func playTones() {
        guard let id = pick(known) else { return }
        waitFor(isGivenUp: pick(0...4) == 0) { [board] in
            try await board.playTones("12#", in: id, by: .app(.control), for: "somebody")
        }
    }

    private func runCode() {
        waitFor(isGivenUp: pick(0...4) == 0) { [board] in _ = try await board.runCode("*100#", by: .app(.dialer)) }
    }

    private func answerPrompt() async {
        guard let prompt = pick(state.withLock(\.prompts)) else { return }
        time.advance(by: ConsentDesk.deafTime)
        let isAllowed = pick(0...2) > 0
        try? await board.answerPrompt(
            prompt.id, isAllowed: isAllowed, on: isAllowed ? pick(prompt.choices)?.id : nil, by: .app(.screen))
    }

    private func holdStore(_ isHeld: Bool) { if isHeld { store.holdRecords() } else { store.letRecordsThrough() } }

    private func changeLines() {
        let readiness = pick([Line.Readiness.ready, .ready, .notRegistered, .starting, .noSIM]) ?? .ready
        let lines = [backend.line("0", readiness), backend.line("1")]
        backend.send(.lines(Array(lines.prefix(pick(0...2)))))
    }

    /// Waits for something as a caller would, who may go away.
    private func waitFor(isGivenUp: Bool, _ operation: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.waiting += 1 }
        let turns = pick(0...8)
        let task = Task(executorPreference: loop) { [self] in
            try? await operation()
            state.withLock { $0.waiting -= 1 }
        }
        guard isGivenUp else { return }
        _ = Task(executorPreference: loop) {
            for _ in 0..<turns { await Task.yield() }
            task.cancel()
        }
    }

    // MARK: What must be

    /// Everything goes right from now on, and everybody hangs up.
    private func calmDown() async throws {
        store.fail(with: nil)
        store.letRecordsThrough()
        for _ in 0..<60 {
            backend.release()
            for call in backend.up { backend.change(call, to: .ended(.remoteHangUp)) }
            for id in known { try? await board.end(id, by: .app(.control)) }
            time.advance(by: .seconds(61))
            try await settle(30)
            let isCalm = try await board.conversations(for: .app(.control)).isEmpty && waiting == 0
            // What could not be written before is, when the store is asked how it does.
            if isCalm, await !board.isWritingRows, await store.trouble() == nil { return }
        }
        throw Broken(
            description: "\(try await board.conversations(for: .app(.control)).map(\.phase)) stay, \(waiting) wait")
    }

    private var isEndTold: Bool { state.withLock { $0.told.values.allSatisfy { $0.phase == .ended } } }

    private func checkTheEnd() throws {
        let (told, broken) = state.withLock { ($0.told, $0.broken) }
        if let broken { throw Broken(description: broken) }
        let rows = store.rows
        if Set(rows.map(\.id)) != Set(told.keys) { throw Broken(description: "rows and conversations differ") }
        if rows.contains(where: { $0.outcome == .open }) { throw Broken(description: "a row is open") }
        if !isEndTold { throw Broken(description: "an end was not told: \(told.values.map(\.phase))") }
        if device.wish.withLock({ $0 }) != .idle { throw Broken(description: "the device goes on") }
    }

    private func broken() async -> String? {
        if let broken = state.withLock(\.broken) { return broken }
        return await board.contradiction(device: device.wish.withLock { $0 })
    }

    /// Follows what is told: nothing goes on after its end, and nothing is connected twice.
    private func look() async {
        for await event in board.events {
            switch event {
            case .conversation(let snapshot): note(snapshot)
            case .prompt(.show(let prompt)): state.withLock { $0.prompts.append(prompt) }
            case .prompt(.dismiss(let id)): state.withLock { $0.prompts.removeAll { $0.id == id } }
            default: break
            }
        }
    }

    private func note(_ snapshot: ConversationSnapshot) {
        state.withLock { state in
            let last = state.told.updateValue(snapshot, forKey: snapshot.id)
            if last?.phase == .ended { state.broken = "a conversation goes on after its end" }
            if let since = last?.connectedAt, since != snapshot.connectedAt { state.broken = "connected twice" }
        }
    }
}

extension Switchboard {
    /// What contradicts itself between two steps; nil when nothing does.
    fileprivate func contradiction(device wish: DeviceWish) -> String? {
        let calls = conversations.all.compactMap(\.leg?.call)
        if Set(calls).count != calls.count { return "a leg is in two conversations" }
        if wish != DeviceWish(conversations.all.map(\.machine)) { return "the device was not told" }
        let ordinary = conversations.live.count { !$0.isEmergency }
        return ordinary > ConversationTable.maximumCount ? "\(ordinary) conversations are up" : nil
    }
}
