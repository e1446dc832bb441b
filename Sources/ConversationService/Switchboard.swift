// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
package import Telephony

/// The daemon's brain: connects apps, lines and conversations. No D-Bus, no SQL.
///
/// It is a house: it owns the rooms, runs what has to wait, and takes what comes from outside to the room that it is for
/// (`Doors/` for callers, `receive` for backends). A room is a class that lives in this actor alone; its state is private,
/// and it changes in synchronous steps. docs/architecture.md has the plan.
package actor Switchboard {
    /// What the service is made of.
    package struct Parts: Sendable {
        /// The sources of lines.
        package var backends: [any Backend]
        /// Where rows are kept.
        package var history: any HistoryStore
        /// Where roles are kept.
        package var roles: any RoleStore
        /// Where the person's choices of lines are kept.
        package var lines: any LineStore
        /// Which apps are installed.
        package var catalog: any AppCatalog
        /// The phone itself: ringing, audio, sleep.
        package var device: any DeviceDriver
        /// Time, and timers.
        package var time: any Timekeeper
        /// National emergency numbers.
        package var emergency: any EmergencyDirectory
        /// The simulated network, when there is one.
        package var simulation: (any NetworkSimulation)?

        package init(
            backends: [any Backend], history: any HistoryStore, roles: any RoleStore, lines: any LineStore,
            catalog: any AppCatalog, device: any DeviceDriver, time: any Timekeeper,
            emergency: any EmergencyDirectory = NoEmergencyDirectory(), simulation: (any NetworkSimulation)? = nil
        ) {
            self.backends = backends
            self.history = history
            self.roles = roles
            self.lines = lines
            self.catalog = catalog
            self.device = device
            self.time = time
            self.emergency = emergency
            self.simulation = simulation
        }
    }

    /// What changes, in order; one consumer.
    package nonisolated var events: AsyncStream<SwitchboardEvent> { commons.news.stream }
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated let commons: Commons
    private nonisolated let executor: any SerialExecutor
    let parts: Parts
    let backends: Backends
    let isInDeveloperMode: Bool

    // The rooms: each knows those above it in this list alone.
    let changes: Changes
    let errands: Errands
    let recorder: Recorder
    let device: DeviceDesk
    let consent: Consent
    let tones: TonePlayer
    let roles: Roles
    let lines: Lines
    let conversations: Conversations
    let emergency: EmergencyDialer
    let codes: Codes
    let starter: Starter

    /// The last decisions.
    var audit = AuditRing()
    /// Until when whoever asks waits for what is read first; nil before anything is.
    private var preparedBy: Duration?

    /// Makes a switchboard; it does nothing before `prepare` and `run`.
    package init(
        _ parts: Parts, executor: any SerialExecutor, developerMode: Bool, automaticAnswer: Bool? = nil,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.parts = parts
        self.executor = executor
        isInDeveloperMode = developerMode
        commons = Commons(time: parts.time, log: log)
        backends = Backends(parts.backends)
        changes = Changes(commons)
        errands = Errands(commons)
        recorder = Recorder(parts.history, commons)
        device = DeviceDesk(parts.device)
        // An answer that nobody gave is for tests alone.
        consent = Consent(automaticAnswer: developerMode ? automaticAnswer : nil, commons)
        tones = TonePlayer(commons)
        roles = Roles(parts.roles, catalog: parts.catalog, history: parts.history, consent, commons)
        lines = Lines(parts.lines, history: parts.history, errands, commons)
        conversations = Conversations(backends, recorder, device, tones, lines, changes, commons)
        emergency = EmergencyDialer(parts.emergency, backends, lines, conversations, changes, commons)
        codes = Codes(backends, lines, roles, consent, commons)
        starter = Starter(backends, lines, roles, consent, conversations, emergency, commons)
    }

    /// Begins to read what is on disk: the lines that the person chose, the roles, the rows that a crash left open; to be
    /// called once, before anybody is served. Waits for nothing (`waitUntilPrepared`).
    ///
    /// A database that cannot be read is logged, and calls work all the same: no roles, no history.
    /// - Parameter isStarting: whether modems and screens have yet to be found: who asks at once waits for the first
    ///   (`patienceForLines`, `patienceForScreens`).
    package func prepare(isStarting: Bool = false) {
        if isStarting {
            lines.awaitFirst()
            consent.awaitScreens()
            conversations.awaitCalls(of: backends)
        }
        preparedBy = commons.now + Self.patienceForDisk
        lines.readWishesSoon()
        errands.begin(.preparation) { await $0.readFirst() }
    }

    /// Returns once the roles and the rows that a crash left open were read, or could not be, or the patience after the
    /// start is over.
    package func waitUntilPrepared() async {
        guard let until = preparedBy, errands.isDoing(.preparation), commons.now < until else { return }
        await errands.share(.preparation, upTo: until - commons.now) { await $0.readFirst() }
    }

    private func readFirst() async {
        await roles.read()
        // Somebody may have begun to read them before.
        if roles.isBeingRead { await roles.waitUntilKnown() }
        await conversations.closeOpenRows()
    }

    /// Serves until its task is cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for backend in backends.all {
                group.addTask { [self] in await serve(backend) }
            }
            group.addTask { [self] in await writeRows() }
            for await job in commons.jobs.stream { group.addTask { [self] in await job(self) } }
            // No job comes any more that could tell them, and the end waits for whoever waits.
            endWaits()
        }
        // The conversations that are up go on without us.
        conversations.writeDurations()
        await writeQueuedRows()
    }

    /// Nobody is told anything any more.
    private func endWaits() {
        consent.end()
        starter.end()
        lines.endWaitForFirst()
        tones.end()
        changes.end()
        roles.endWait()
    }

    private func writeRows() async {
        for await _ in recorder.bell { await writeQueuedRows() }
    }

    private func writeQueuedRows() async {
        guard let written = await recorder.writeQueued() else { return }
        if written.isDurable { roles.readSoon() }
        if written.isNews { commons.news.publish(.history) }
        for id in written.ended { conversations.leave(id) }
    }

    /// Serves a backend until its task is cancelled.
    private func serve(_ backend: any Backend) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await backend.run() }
            for await event in backend.events { await receive(event, from: backend) }
        }
    }

    private func receive(_ event: BackendEvent, from backend: any Backend) async {
        switch event {
        case .available: lines.setOutage(nil, of: backend.name)
        case .unavailable(let reason):
            lines.setOutage(reason, of: backend.name)
            conversations.callsAreKnown(of: backend.name)
        case .lines(let reported):
            lines.replace(reported, of: backend.name)
            emergency.linesChanged()
            codes.end(
                onLinesOtherThan: Set(reported.filter { $0.readiness == .ready }.map(\.key)), of: backend.name)
            commons.jobs.add { await $0.lines.announce() }
        case .appeared(let call):
            // At the start it is known first, if it can be, whose row the call goes on with. Nothing else waits for that.
            await waitUntilPrepared()
            await conversations.meet(call, of: backend)
        case .named(let call, let reference): conversations.name(call, reference)
        case .changed(let call, let state): conversations.follow(call, state)
        case .callsListed: conversations.callsListed(by: backend.name)
        case .identified(let call, let remote): conversations.identify(call, as: remote)
        case .said(let said, let line): codes.receive(said, on: line)
        case .sessionEnded(let line): codes.sessionEnded(on: line)
        case .noted(let text): commons.log("\(backend.name): \(text)")
        }
    }
}
