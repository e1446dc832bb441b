// SPDX-License-Identifier: Apache-2.0
import DBus
import FoundationEssentials
import Telephony

/// What a client can subscribe to.
enum Topic: Hashable, Sendable {
    case services, conversations, history, roles, messages
}

/// The connections that have called us and what each has of ours, as a value.
struct Clients {
    /// A result of the history that is being read.
    struct OpenResult: Hashable, Sendable {
        let cursor: HistoryCursor
        /// The sequence number after which the reader had the right to rows when it was opened.
        let start: Int64
    }

    /// A connection that has called us.
    struct Client {
        var caller: Caller
        /// Tells when the connection goes.
        let watch: Subscription?
        var topics: Set<Topic> = []
        /// Results that it has open, the oldest first.
        var cursors: [OpenResult] = []
        /// Sessions of network codes that wait for its answer.
        var codes: Set<UUID> = []
        /// Codes that it runs now.
        var runningCodes = 0
        fileprivate var lastCall: UInt64 = 0

        init(caller: Caller, watch: Subscription?) {
            self.caller = caller
            self.watch = watch
        }

        /// Whether nothing is lost when it is forgotten.
        var isIdle: Bool { topics.isEmpty && cursors.isEmpty && codes.isEmpty && runningCodes == 0 }
    }

    private let limit: Int
    private var byName: [String: Client] = [:]
    private var callCount: UInt64 = 0

    init(limit: Int) { self.limit = limit }

    var names: [String] { Array(byName.keys) }

    /// A connection by its unique name; nil is one that has not called, or has gone.
    subscript(name: String) -> Client? {
        get { byName[name] }
        set { byName[name] = newValue }
    }

    func following(_ topic: Topic) -> [(name: String, client: Client)] {
        byName.filter { $0.value.topics.contains(topic) }.map { ($0.key, $0.value) }
    }

    /// The connection calls: it is not the one that has been quiet longest.
    mutating func noteCall(of name: String) {
        callCount += 1
        byName[name]?.lastCall = callCount
    }

    /// Who has to be forgotten for one more; nil when there is room. Where nobody is idle it is a connection of the app
    /// that has most: one app's many connections shut out no other.
    ///
    /// - Parameters:
    ///   - newcomer: who comes.
    ///   - isKept: who must stay although nothing of theirs is here.
    /// - Throws: `tooMany` when nobody can be forgotten.
    func toForget(for newcomer: Caller, keeping isKept: (String) -> Bool) throws(TelephonyError) -> String? {
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
