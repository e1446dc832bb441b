// SPDX-License-Identifier: Apache-2.0
import DBus
import FoundationEssentials
import Telephony

/// What a client can subscribe to.
enum Topic: Hashable, Sendable {
    case services, conversations, history, roles, messages
}

/// The connections that have called us and what each has of ours, as a value.
///
/// What a connection has is changed by the words below alone, each of which checks and changes in one step: nobody can
/// hold a copy over a wait and write it back.
struct Clients {
    /// A result of the history that is being read.
    struct OpenResult: Hashable, Sendable {
        /// The result's number on the bus, drawn by lot: a connection cannot name a result that it was not told of.
        let number: UInt32
        fileprivate(set) var cursor: HistoryCursor
        /// The sequence number after which the reader had the right to rows when it was opened.
        let start: Int64
    }

    /// A connection that has called us.
    struct Client {
        fileprivate(set) var caller: Caller
        /// The app that it was last known to be, which a moment without a manifest does not make forgotten.
        fileprivate(set) var lastApp: Caller
        /// Tells when the connection goes; nil for the peer of a connection without a bus.
        fileprivate(set) var watch: Subscription?
        fileprivate(set) var topics: Set<Topic> = []
        /// Results that it has open, the oldest first.
        fileprivate(set) var results: [OpenResult] = []
        /// Sessions of network codes that wait for its answer.
        fileprivate(set) var codes: Set<UUID> = []
        /// Codes that it runs now.
        fileprivate(set) var runningCodes = 0
        fileprivate var lastCall: UInt64 = 0
        /// When it first followed something, in calls of all.
        fileprivate var followsSince: UInt64 = 0

        fileprivate init(caller: Caller) {
            self.caller = caller
            lastApp = caller
        }

        /// Whether nothing is lost when it is forgotten.
        var isIdle: Bool { topics.isEmpty && results.isEmpty && codes.isEmpty && runningCodes == 0 }
    }

    /// Results that one connection may have open.
    static let maximumResults = 4
    /// Codes of one connection that run, are asked about or wait for its answer.
    static let maximumCodes = 4

    private let limit: Int
    private var byName: [String: Client] = [:]
    private var callCount: UInt64 = 0

    init(limit: Int) { self.limit = limit }

    var names: [String] { Array(byName.keys) }

    /// A connection by its unique name; nil is one that has not called, or has gone.
    subscript(name: String) -> Client? { byName[name] }

    /// Who follows a topic, those who began first at the front: the person's own dialer and screens, which are there from
    /// the login on, do not wait behind a crowd that came later.
    func following(_ topic: Topic) -> [(name: String, caller: Caller)] {
        var found: [(name: String, caller: Caller, since: UInt64)] = []
        for (name, client) in byName where client.topics.contains(topic) {
            found.append((name, client.caller, client.followsSince))
        }
        found.sort { $0.since < $1.since }
        return found.map { ($0.name, $0.caller) }
    }
}

// MARK: - Who they are

extension Clients {
    /// Remembers who a connection is.
    ///
    /// - Parameter isKept: who must stay although nothing of theirs is here.
    /// - Returns: the connection that was forgotten for it, with what it had.
    /// - Throws: `tooMany` when nobody can be forgotten.
    mutating func admit(
        _ name: String, as caller: Caller, keeping isKept: (String) -> Bool
    ) throws(TelephonyError) -> (name: String, client: Client)? {
        let quiet = try toForget(for: caller, keeping: isKept)
        let forgotten = quiet.flatMap { name in remove(name).map { (name, $0) } }
        byName[name] = Client(caller: caller)
        noteCall(of: name)
        return forgotten
    }

    /// Notes what tells when the connection goes; false when it has gone already.
    mutating func watch(_ name: String, by watch: Subscription?) -> Bool {
        guard byName[name] != nil else { return false }
        byName[name]?.watch = watch
        return true
    }

    /// The connection calls: it is not the one that has been quiet longest.
    mutating func noteCall(of name: String) {
        callCount += 1
        byName[name]?.lastCall = callCount
    }

    /// The connection's manifest has changed; returns who it was, nil when it has gone.
    mutating func change(_ name: String, to caller: Caller) -> Caller? {
        guard let known = byName[name]?.caller else { return nil }
        byName[name]?.caller = caller
        if caller.app != nil { byName[name]?.lastApp = caller }
        return known
    }

    /// The connection has gone, or is forgotten; returns what it had.
    mutating func remove(_ name: String) -> Client? { byName.removeValue(forKey: name) }

    /// The connection to forget when the table is full: the longest-quiet idle one; if none is idle, the longest-quiet
    /// connection of the app with the most connections. One app's many connections shut out no other.
    private func toForget(for newcomer: Caller, keeping isKept: (String) -> Bool) throws(TelephonyError) -> String? {
        guard byName.count >= limit else { return nil }
        let others = byName.filter { !isKept($0.key) }
        if let quietest = Self.quietest(of: others.filter(\.value.isIdle)) { return quietest }
        let apps = Dictionary(grouping: others) { $0.value.caller.app?.bundleIdentifier }
        let share = apps[newcomer.app?.bundleIdentifier]?.count ?? 0
        guard let largest = apps.values.max(by: { $0.count < $1.count }), largest.count > share + 1,
            let quietest = Self.quietest(of: largest)
        else { throw TelephonyError(.tooMany, "too many programs talk to dialtoned; close one") }
        return quietest
    }

    private static func quietest(of clients: some Sequence<(key: String, value: Client)>) -> String? {
        clients.min { $0.value.lastCall < $1.value.lastCall }?.key
    }
}

// MARK: - What they have

extension Clients {
    /// From now on the connection gets the signals of a topic while it has the right to.
    mutating func follow(_ topic: Topic, _ name: String) {
        if byName[name]?.topics.isEmpty == true { byName[name]?.followsSince = callCount }
        byName[name]?.topics.insert(topic)
    }

    /// Notes a result as the connection's.
    ///
    /// - Returns: the number by which the connection asks for more, 0 when it has gone; and the cursor that is to be
    ///   closed: the oldest of a connection that has too many, or this one when nobody is left to read it.
    mutating func open(_ cursor: HistoryCursor, after start: Int64, of name: String) -> (UInt32, HistoryCursor?) {
        guard let client = byName[name] else { return (0, cursor) }
        var number = UInt32.random(in: 1...UInt32.max)
        while client.results.contains(where: { $0.number == number }) { number = .random(in: 1...UInt32.max) }
        byName[name]?.results.append(OpenResult(number: number, cursor: cursor, start: start))
        guard client.results.count >= Self.maximumResults else { return (number, nil) }
        return (number, byName[name]?.results.removeFirst().cursor)
    }

    /// The connection's result of that number; nil when it has none.
    func result(_ number: UInt32, of name: String) -> OpenResult? {
        byName[name]?.results.first { $0.number == number }
    }

    /// A page of a result has been read.
    ///
    /// - Parameter next: where the store goes on; nil at the end.
    /// - Returns: what `open` does; 0 as well for a result that was closed meanwhile, which the store then closes.
    mutating func advance(_ number: UInt32, to next: HistoryCursor?, of name: String) -> (UInt32, HistoryCursor?) {
        guard let index = byName[name]?.results.firstIndex(where: { $0.number == number }) else { return (0, next) }
        guard let next else {
            byName[name]?.results.remove(at: index)
            return (0, nil)
        }
        byName[name]?.results[index].cursor = next
        return (number, nil)
    }

    /// The result has been read or given up; nil when the connection has none of that number any more.
    mutating func closeResult(_ number: UInt32, of name: String) -> OpenResult? {
        guard let index = byName[name]?.results.firstIndex(where: { $0.number == number }) else { return nil }
        return byName[name]?.results.remove(at: index)
    }

    /// Counts a code that begins to run, or goes on with an answer.
    ///
    /// - Parameters:
    ///   - waiting: the sessions that wait for an answer now; the others of the connection have ended by themselves.
    ///   - answered: the session that goes on, which counts as what runs from here on.
    /// - Throws: `tooMany`; `CancellationError` when the connection has gone.
    mutating func beginCode(of name: String, waiting: Set<UUID>, answering answered: UUID? = nil) throws {
        try requireRoomForCode(of: name, waiting: waiting, besides: answered)
        if let answered { byName[name]?.codes.remove(answered) }
        byName[name]?.runningCodes += 1
    }

    /// The connection may have one more code. Throws like `beginCode`.
    mutating func requireRoomForCode(of name: String, waiting: Set<UUID>, besides answered: UUID? = nil) throws {
        guard byName[name] != nil else { throw CancellationError() }
        byName[name]?.codes.formIntersection(waiting)
        guard let client = byName[name] else { throw CancellationError() }
        let others = client.codes.count { $0 != answered }
        guard client.runningCodes + others < Self.maximumCodes else {
            throw TelephonyError(.tooMany, "too many codes are being run; end one first")
        }
    }

    /// A session is over; returns the connection that had it, nil when none has.
    mutating func loseCode(_ session: UUID) -> String? {
        let name = byName.first { $0.value.codes.contains(session) }?.key
        if let name { byName[name]?.codes.remove(session) }
        return name
    }

    /// A code has run; what comes next is `keep`, or nothing.
    mutating func endCode(of name: String) { byName[name]?.runningCodes -= 1 }

    /// Remembers a session as the connection's; false when it has gone and nobody is left to answer.
    mutating func keep(_ session: UUID, of name: String) -> Bool { byName[name]?.codes.insert(session) != nil }

    /// The session is over.
    mutating func forget(_ session: UUID, of name: String) { byName[name]?.codes.remove(session) }

    /// Takes all sessions away from a connection that may not have them any more.
    mutating func takeCodes(of name: String) -> Set<UUID> {
        defer { byName[name]?.codes = [] }
        return byName[name]?.codes ?? []
    }
}
