// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// A room: the lines there are, and those that the person chose. All in memory, because no call waits for the disk.
final class Lines {
    let commons: Commons
    let store: any LineStore
    let history: any HistoryStore
    let errands: Errands
    /// The lines of all backends.
    private(set) var book = LineBook()
    /// The person's choices.
    private(set) var wishes = LineWishes()
    /// Whether the service has just started and no backend has told what it has.
    private var awaitsFirst = false
    private var firstWaiters = Waiters<UUID, Void>()
    /// SIMs whose identifiers have yet to be found.
    private var unidentified: Set<String> = []
    /// When a line was last lost; it may be about to come back.
    private var lostAt: Duration?
    private var published: [CellularService] = []

    init(_ store: any LineStore, history: any HistoryStore, _ errands: Errands, _ commons: Commons) {
        self.store = store
        self.history = history
        self.errands = errands
        self.commons = commons
    }

    // MARK: What backends tell

    /// Takes over all lines that a backend has now. Calls take one at once; apps see it, and can name it, once its SIM's
    /// identifier is found.
    func replace(_ reported: [Line], of backend: String) {
        let before = Set(book.all.map(\.key))
        book.replace(reported, of: backend)
        if !before.isSubset(of: book.all.map(\.key)) { lostAt = commons.now }
        unidentified.formUnion(reported.compactMap(\.iccid).filter { !book.isIdentified($0) })
        if !reported.isEmpty { endWaitForFirst() }
    }

    /// Why a backend cannot be used, or nil when it can.
    func setOutage(_ reason: String?, of backend: String) {
        book.setOutage(reason, of: backend)
        guard let reason else { return }
        commons.log("\(backend): \(reason)")
        endWaitForFirst()
    }

    func publishIfChanged() {
        guard book.services != published else { return }
        published = book.services
        commons.news.publish(.services(published))
    }

    /// Whether a modem may come back or start: one that is enumerated anew is no line for some seconds.
    var isLineExpected: Bool {
        if let lostAt, commons.now - lostAt < Switchboard.patienceForEmergencyLine { return true }
        return book.all.contains { $0.readiness == .starting }
    }

    // MARK: The first lines after the start

    /// The service begins, and modems have yet to be found.
    func awaitFirst() { awaitsFirst = true }

    /// Whether nobody waits for the first lines yet, and they are still to come; nil when they are not.
    var hasFirstWaiter: Bool? { awaitsFirst ? !firstWaiters.isEmpty : nil }

    /// Waits for the first lines, when they are still to come.
    func waitForFirst(_ waiter: CheckedContinuation<Void, any Error>) {
        // They may have come since: an `await` is a place where others run.
        if awaitsFirst { firstWaiters.add(UUID(), waiter) } else { waiter.resume() }
    }

    /// Nobody waits for lines any more.
    func endWaitForFirst() {
        awaitsFirst = false
        firstWaiters.resumeAll(with: .success(()))
    }

    // MARK: Identifiers of SIMs

    /// A SIM whose identifier has yet to be found.
    var nextUnidentified: String? { unidentified.min() }

    func identify(_ iccid: String, as id: UUID) {
        book.identify(iccid: iccid, as: id)
        unidentified.remove(iccid)
    }

    // MARK: What the person chose

    /// Takes over a choice that is on disk.
    func change(_ body: (inout LineSettings) -> Void) { wishes.change(body) }

    /// Takes over what was read after so many changes; false when it is old.
    func read(_ result: Result<LineSettings, TelephonyError>, after changes: Int) -> Bool {
        if case .failure(let error) = result, wishes.known != result { commons.log("lines: \(error)") }
        return wishes.read(result, after: changes)
    }

    /// Reads the choices beside all else, unless they are known.
    func readWishesSoon() {
        guard !wishes.areKnown else { return }
        errands.begin(.lineSettings) { await $0.lines.readWishes() }
    }

    /// What speaks for a line of a number, the strongest first.
    func preferences(for number: DialString) -> [LinePreference] {
        readWishesSoon()
        return wishes.forNumber(number)
    }

    /// What speaks for a line of a code.
    var preferencesForCodes: [LinePreference] {
        readWishesSoon()
        return [wishes.forAll].compactMap(\.self)
    }

    /// What the person can choose of. Throws `lineChoiceNeeded` when a line has no name to be chosen by.
    func choices(of choice: LineChoice) throws(TelephonyError) -> [CellularService] {
        guard case .among(let candidates) = choice else { return [] }
        let services = candidates.compactMap { line in
            book.service(of: line.key).map { CellularService(id: $0, label: line.label) }
        }
        guard services.count == candidates.count else { throw LineChoice.isOpen }
        return services
    }
}
