// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// A room: who holds which role. In memory, because every dial asks; taking one away waits for no disk.
final class Roles {
    let commons: Commons
    let store: any RoleStore
    let catalog: any AppCatalog
    let history: any HistoryStore
    let consent: Consent
    private var book = RoleBook()
    /// Who waits for the roles to be read; nil while nobody reads them.
    private var readers: Waiters<UUID, Void>?
    /// Whether the holders of the roles were compared with the installed apps since the roles were read.
    private var areHoldersReviewed = false
    private var isWriting = false

    init(
        _ store: any RoleStore, catalog: any AppCatalog, history: any HistoryStore, _ consent: Consent,
        _ commons: Commons
    ) {
        self.store = store
        self.catalog = catalog
        self.history = history
        self.consent = consent
        self.commons = commons
    }

    /// The grants, or why they are not known.
    var known: Result<[Role: RoleGrant], TelephonyError> { book.known }
    /// The grants; none until they were read.
    var grants: [Role: RoleGrant] { book.grants }
    var areKnown: Bool { book.areKnown }

    /// What a caller may do now. Roles that could not be read are tried again, for the next time it is asked.
    func rights(of caller: Caller) -> Rights {
        readSoon()
        return Rights(of: caller, roles: book.known)
    }

    /// Who was asked for the line alone agreed to nothing: the caller has to be allowed to do it unasked still.
    func requireRight(to act: ConsentPrompt.Act, _ caller: Caller) throws(TelephonyError) {
        let start = try rights(of: caller).start()
        guard act.needsConsent || start == .atOnce else { throw Self.roleIsLost }
    }

    static let roleIsLost = TelephonyError(
        .wrongState, "the app is not the default dialer any more; start the call or the code again")

    /// Tells everybody, and the disk.
    private func haveChanged() {
        commons.news.publish(.roles(book.grants))
        writeSoon()
    }

    // MARK: Giving and taking

    /// Empties a role at once, whatever the disk does; it is written when that is possible.
    func clear(_ role: Role) {
        book.take(role)
        haveChanged()
    }

    /// Stands for a role as it is now, for `give`.
    func ticket(for role: Role) -> Int { book.ticket(for: role) }

    /// A role was given on disk. Throws `wrongState` when it was taken away since the ticket.
    func give(_ role: Role, to grant: RoleGrant, ticket: Int) throws(TelephonyError) {
        defer { haveChanged() }
        try book.give(role, to: grant, ticket: ticket)
    }

    // MARK: Reading

    /// Reads the roles as a job, unless they are known or being read.
    func readSoon() {
        guard !book.areKnown, readers == nil else { return }
        // Not when the service has ended: nobody would read them, and nobody waits.
        if commons.jobs.add({ await $0.roles.readNow() }) { readers = Waiters() }
    }

    /// False when they are known or being read already.
    func beginReading() -> Bool {
        guard !book.areKnown, readers == nil else { return false }
        readers = Waiters()
        return true
    }

    var isBeingRead: Bool { readers != nil }

    /// Whether somebody reads them, and this is the first who waits for that.
    var hasFirstReader: Bool { readers?.isEmpty ?? false }

    /// Waits for the end of the reading, when there is one.
    func wait(_ reader: CheckedContinuation<Void, any Error>) {
        guard readers != nil else { return reader.resume() }
        readers?.add(UUID(), reader)
    }

    /// Nobody waits for the roles any more.
    func endWait() { readers?.resumeAll(with: .success(())) }

    /// They were read, well or not.
    func endReading() {
        endWait()
        readers = nil
    }

    /// They could not be read.
    func noteUnread(_ error: any Error) {
        let trouble = TelephonyError(error, as: .databaseUnreadable)
        guard book.known != .failure(trouble) else { return }
        book.fail(with: trouble)
        commons.log("roles: \(trouble)")
    }

    // MARK: Whether the holders are still installed

    /// Takes over what was read of the disk, without those who have gone since; false when it has to be looked again, for
    /// it is not known which apps are installed.
    func read(_ grants: [Role: RoleGrant], among apps: [AppIdentity]?) {
        book.read(grants)
        areHoldersReviewed = apps != nil
        guard let apps else { return reviewLater() }
        finish(book.reviewAtStart(apps, at: commons.time.date))
    }

    /// Compares the holders with the apps that are installed.
    func review(_ apps: [AppIdentity]) {
        let isFirst = book.areKnown && !areHoldersReviewed
        areHoldersReviewed = areHoldersReviewed || isFirst
        let now = commons.time.date
        finish(isFirst ? book.reviewAtStart(apps, at: now) : book.review(apps, at: now))
    }

    /// Looks again, a little later.
    func reviewLater() {
        commons.jobs.add { board in
            guard await board.roles.patienceIsOver() else { return }
            await board.roles.review()
        }
    }

    /// Makes known what a look at the installed apps came to.
    private func finish(_ review: RoleBook.Review) {
        for (role, grant) in review.emptied { logEmptied(role, grant) }
        for (role, since) in review.missing {
            commons.jobs.add { await $0.roles.emptyWhenGone(role, missingSince: since) }
        }
        if review.emptied.isEmpty { writeSoon() } else { haveChanged() }
    }

    /// Whether the holder of a role is missing since then and has not come back.
    func isMissing(_ role: Role, since: Date) -> Bool { book.grants[role]?.missingSince == since }

    /// Empties a role whose holder is missing still.
    func expire(_ role: Role, missingSince since: Date, apps: [AppIdentity]) {
        guard let grant = book.expire(role, missingSince: since, apps: apps) else { return }
        logEmptied(role, grant)
        haveChanged()
    }

    private func logEmptied(_ role: Role, _ grant: RoleGrant) {
        commons.log(
            "\(grant.bundleIdentifier) is no longer installed as the program that got it, or not qualified; "
                + "the role \(role.rawValue) is empty")
    }

    // MARK: Writing

    /// Writes what is not on disk, as a job that goes on until it is.
    private func writeSoon() {
        guard !isWriting, !book.unwritten.isEmpty else { return }
        isWriting = commons.jobs.add { await $0.roles.write() }
    }

    /// The next role to write and who holds it; nil when all are on disk, and then the writer is done.
    func nextToWrite() -> (role: Role, grant: RoleGrant?)? {
        let next = book.nextToWrite()
        isWriting = next != nil
        return next
    }

    func writingFailed(_ role: Role) { book.writingFailed(role) }

    /// The service ends before all are on disk.
    func giveUpWriting() { isWriting = false }
}
