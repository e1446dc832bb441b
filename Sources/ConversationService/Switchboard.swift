// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
package import Telephony

/// The daemon's brain: connects apps, lines and conversations. No D-Bus, no SQL.
///
/// It runs on the executor it is given, which every backend and the endpoint share. State changes are synchronous; what
/// has to wait (dialing, writing) is a job of `run()`.
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
    package nonisolated let events: AsyncStream<SwitchboardEvent>
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated let executor: any SerialExecutor
    let parts: Parts
    let isInDeveloperMode: Bool
    let log: @Sendable (String) -> Void
    /// Who holds which role: in memory, because every dial asks.
    var roles = RoleBook()
    /// Who waits for the roles to be read; nil while nobody reads them.
    var roleReaders: [CheckedContinuation<Void, Never>]?
    /// Whether the holders of the roles were compared with the installed apps since the roles were read.
    var areHoldersReviewed = false
    var isWritingRoles = false
    var lines = LineBook()
    /// SIMs whose identifiers have yet to be found.
    var unidentified: Set<String> = []
    /// The device is told what follows from every change of it.
    var registry = ConversationRegistry() { didSet { followDevice() } }
    private var deviceWish = DeviceWish.idle
    /// Rows that a crash left open, until it is known whether their calls are still up.
    var adoption: Adoption
    /// Backends that have yet to tell which calls were up when the service started.
    var callsAwaited: Set<String> = []
    /// Until when whoever asks for the calls waits for that; nil when nobody does any more.
    var callsAwaitedUntil: Duration?
    var isHeartBeating = false
    /// Who waits for something to become of the lines or the conversations.
    var watchers: [UUID: AsyncStream<Void>.Continuation] = [:]
    /// Who waits for the modem to take a call, by conversation.
    var dialing: [UUID: CheckedContinuation<Void, any Error>] = [:]
    /// Who waits for tones to be played, by play.
    var listeners: [UUID: CheckedContinuation<Void, any Error>] = [:]
    /// When a line was last lost; it may be about to come back.
    var lineLostAt: Duration?
    /// Emergency calls that no line has taken yet, by conversation.
    var emergencyTries: [UUID: EmergencyTries] = [:]
    /// Network codes that are being run or asked about.
    var codes: [UUID: LiveCode] = [:]
    /// Whether the daemon has just started and no backend has told what it has.
    var awaitsFirstLines = false
    var lineWaiters: [CheckedContinuation<Void, Never>] = []
    /// The lines that the person chose.
    var wishes = LineWishes()
    /// Jobs that wait for the disk, for one who waits for them and together with who wants the same.
    var errands = 0
    var sharedErrands: [SharedErrand: [UUID: AsyncStream<Never>.Continuation]] = [:]
    /// What the last write to the history came to, when it was not durable: logged once.
    var historyTrouble: TelephonyError?
    /// Until when whoever asks waits for what is read first; nil before anything is.
    var preparedBy: Duration?
    /// What the history said last when it was asked how it does.
    var lastHistoryTrouble: TelephonyError?
    var desk = ConsentDesk()
    /// Prompts that wait for their answer.
    var asking: [UUID: CheckedContinuation<ConsentAnswer, any Error>] = [:]
    /// Until when a prompt waits for a screen; nil when none does any more.
    var screensAwaitedUntil: Duration?
    /// Prompts that no screen could show yet, the oldest first.
    var undelivered: [UUID] = []
    /// Whether a job waits for the end of `screensAwaitedUntil`.
    var losesPatienceForScreens = false
    /// Starts that wait for the person, so that the same one asked for twice is one.
    var startsInQuestion: [StartInQuestion.Key: StartInQuestion] = [:]
    /// The answer to every prompt, in developer mode, for tests; nil asks.
    let automaticAnswer: Bool?
    var lastWaiter: UInt64 = 0
    var audit = AuditRing()

    private let announce: AsyncStream<SwitchboardEvent>.Continuation
    private nonisolated let (jobs, addJob) = AsyncStream<@Sendable () async -> Void>.makeStream()
    /// Rows to be written, and the bell of their writer.
    var rows = RowQueue()
    let (rowBell, ringRowBell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    /// Whether the writer has waited for the disk for longer than an end is kept back.
    var isDiskSlow = false
    private var announcedServices: [CellularService] = []

    /// Makes a switchboard; it does nothing before `prepare` and `run`.
    package init(
        _ parts: Parts, executor: any SerialExecutor, developerMode: Bool, automaticAnswer: Bool? = nil,
        log: @escaping @Sendable (String) -> Void
    ) {
        // An answer that nobody gave is for tests alone.
        self.automaticAnswer = developerMode ? automaticAnswer : nil
        self.parts = parts
        self.executor = executor
        self.log = log
        isInDeveloperMode = developerMode
        adoption = Adoption(backends: parts.backends.map(\.name))
        (events, announce) = AsyncStream<SwitchboardEvent>.makeStream()
    }

    /// Begins to read what is on disk: the lines that the person chose, the roles, the rows that a crash left open; to be
    /// called once, before anybody is served. Waits for nothing (`waitUntilPrepared`).
    ///
    /// A database that cannot be read is logged, and calls work all the same: no roles, no history.
    /// - Parameter isStarting: whether modems and screens have yet to be found: who asks at once waits for the first
    ///   (`patienceForLines`, `patienceForScreens`).
    package func prepare(isStarting: Bool = false) {
        awaitsFirstLines = isStarting
        if isStarting {
            screensAwaitedUntil = parts.time.uptime + Self.patienceForScreens
            callsAwaited = Set(parts.backends.map(\.name))
            callsAwaitedUntil = parts.time.uptime + Self.patienceForLines
        }
        preparedBy = parts.time.uptime + Self.patienceForDisk
        readWishesSoon()
        begin(.preparation) { await $0.readFirst() }
    }

    /// Serves until its task is cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for backend in parts.backends {
                group.addTask { [self] in await serve(backend) }
            }
            group.addTask { [self] in await writeRows() }
            for await job in jobs { group.addTask { await job() } }
            // No job comes any more that could tell them, and the end waits for whoever waits.
            endQuestions()
        }
        await writeLastRows()
    }

    /// Nobody will answer any more.
    private func endQuestions() {
        for id in asking.keys { closePrompt(id, .withdrawn) }
        endStartsInQuestion()
        endWaitForLines()
        endAllPlays()
        for watcher in watchers.values { watcher.finish() }
        endWaitForRoles()
    }

    /// Runs something that has to wait, as a child of `run()`; false when the service has ended and it never runs. To be
    /// called from anywhere, also where nothing may be waited for.
    @discardableResult
    nonisolated func spawn(_ job: @escaping @Sendable () async -> Void) -> Bool {
        if case .enqueued = addJob.yield(job) { true } else { false }
    }

    static let hasEnded = TelephonyError(.serviceUnavailable, "dialtoned is ending; try again once it is back")

    func publish(_ event: SwitchboardEvent) { announce.yield(event) }

    func publishServicesIfChanged() {
        guard lines.services != announcedServices else { return }
        announcedServices = lines.services
        publish(.services(announcedServices))
    }

    func noteDurability(_ durability: Durability) {
        let trouble: TelephonyError? =
            switch durability {
            case .durable: nil
            case .waiting(let why), .dropped(let why): why
            }
        if let trouble, trouble != historyTrouble { log("history: \(trouble)") }
        historyTrouble = trouble
        if durability == .durable { readRolesSoon() }
    }

    private func followDevice() {
        let wish = DeviceWish(registry.machines)
        guard wish != deviceWish else { return }
        deviceWish = wish
        parts.device.follow(wish)
    }

    /// Logs a line about a conversation, under as much of its identifier as `dialtone` shows.
    func logLine(_ id: UUID, _ text: String) { log("\(id.uuidString.prefix(8)): \(text)") }

    /// What a caller may do now. Roles that could not be read are tried again, for the next time it is asked.
    package func rights(of caller: Caller) -> Rights {
        readRolesSoon()
        return Rights(of: caller, roles: roles.known)
    }
}
