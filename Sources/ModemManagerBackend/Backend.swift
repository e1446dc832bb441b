// SPDX-License-Identifier: Apache-2.0
package import DBus
package import Telephony

/// Calls through ModemManager, on whichever modems with a voice interface it has.
///
/// Pinned to the bus loop. The bus must be started by its owner. ModemManager is never started by us, not even to dial:
/// a line to dial on exists only while it runs.
package actor ModemManagerBackend: Backend {
    package static let name = "modemmanager"
    package nonisolated var name: String { Self.name }
    package nonisolated let events: AsyncStream<BackendEvent>
    package nonisolated var unownedExecutor: UnownedSerialExecutor { bus.loop.asUnownedSerialExecutor() }

    /// Work that outlives whoever asked for it; `run` is its parent.
    typealias Job = @Sendable (isolated ModemManagerBackend) async -> Void

    let bus: Bus
    let store: any LineStore
    let deadlines: Deadlines
    var book: Book
    /// Dials that have not returned yet.
    var dials: [CallID: CheckedContinuation<String, any Error>] = [:]
    /// Sessions of codes.
    var ussd = USSDBook()
    /// The owner that stopped answering and is being waited for.
    var hungOwner: String?
    var isProbing = false
    var isRecalling = false
    /// Identity of the bus; it begins anew with it.
    private var busIdentity = ""
    /// Dials whose modem is being switched on.
    var enabling: Set<CallID> = []
    /// Dials that wait for their line; rung when lines change, when the modem was switched on, and at their end.
    var lineWatchers: [CallID: AsyncStream<Void>.Continuation] = [:]
    private var subscriptions: [Subscription] = []
    private let report: AsyncStream<BackendEvent>.Continuation
    private let jobs: AsyncStream<Job>
    private let jobQueue: AsyncStream<Job>.Continuation

    /// - Parameters:
    ///   - bus: the system bus.
    ///   - lines: remembers which modems the person switched off.
    package init(bus: Bus, lines: any LineStore, deadlines: Deadlines = .init()) {
        self.bus = bus
        self.store = lines
        self.deadlines = deadlines
        book = Book(legIndex: deadlines.legIndex)
        (events, report) = AsyncStream.makeStream()
        (jobs, jobQueue) = AsyncStream.makeStream()
    }

    /// Runs until its task is cancelled or the bus connection ends. Called once.
    package func run() async {
        await withDiscardingTaskGroup { group in
            // On the loop from their start: a deadline must not wait for a thread of the pool first.
            group.addTask(executorPreference: bus.loop) { await self.followOwner() }
            for await job in jobs { group.addTask(executorPreference: bus.loop) { await job(self) } }
            group.cancelAll()
        }
        lose("the modem service is not followed any more")
    }

    /// Has a job done as a child of `run`.
    func submit(_ job: @escaping Job) { jobQueue.yield(job) }

    /// Tells the book and does what it says.
    func take(_ event: BookEvent) {
        for effect in book.handle(event, at: bus.loop.uptime) { perform(effect) }
    }

    /// Reports something that the book does not keep.
    func announce(_ event: BackendEvent) { report.yield(event) }

    private func perform(_ effect: BookEffect) {
        if case .report(let event) = effect {
            report.yield(event)
            if case .lines = event { lineWatchers.values.forEach { $0.yield() } }
        } else if let owner = book.owner {
            submit { await $0.work(on: effect, owner) }
        }
    }

    // MARK: The owner of the name

    private func followOwner() async {
        do {
            busIdentity = try await bus.call(
                Name.busIdentity, deadline: deadlines.read, returning: String.self)
            await getInLine()
            for await owner in try await bus.nameOwners(of: Name.service) { follow(owner) }
            if Task.isCancelled {
                await endSessions()
                leaveDials()
                lose("Dialtone is ending; look at the calls once it is back")
            } else {
                lose("the system bus is gone; the modem service can be reached again after a restart")
            }
        } catch {
            lose("the system bus does not tell who serves modems; check that D-Bus runs")
        }
        jobQueue.finish()
    }

    /// What the modem was told to dial may be up: it is left to whoever comes next.
    private func leaveDials() {
        for id in dials.keys where book.legs[id]?.path != nil { settle(id, .failure(CancellationError())) }
    }

    private func follow(_ owner: String?) {
        if owner != nil, owner == book.owner { return }
        hungOwner = nil
        if book.owner != nil || owner == nil {
            lose("ModemManager is not running: start the ModemManager service.")
        }
        if let owner { attach(owner) }
    }

    /// Listens first and lists then, so that nothing falls between.
    func attach(_ owner: String) {
        do {
            subscriptions = try Self.matches(owner).map { match in
                try bus.assumeIsolated { bus in
                    try bus.onSignal(match) { [weak self] _, signal in self?.assumeIsolated { $0.receive(signal) } }
                }
            }
        } catch {
            return lose("the system bus refuses to pass on the modem service's signals")
        }
        take(.attached(owner: owner, bus: busIdentity))
        submit { await $0.list(owner) }
        submit { await $0.recallSwitchedOff() }
    }

    func lose(_ reason: String) {
        subscriptions.forEach { $0.cancel() }
        subscriptions = []
        take(.lost(reason))
        ussd.lose()
        lineWatchers.values.forEach { $0.yield() }
        for id in dials.keys { settle(id, .failure(TelephonyError(.modemServiceUnavailable, reason))) }
    }
}
