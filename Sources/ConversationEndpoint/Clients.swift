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
    /// A connection that has called us.
    struct Client {
        var caller: Caller
        /// Tells when the connection goes.
        let watch: Subscription?
        var topics: Set<Topic> = []
        /// Results that it has open, the oldest first.
        var cursors: [HistoryCursor] = []
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

    /// Who has to be forgotten for one more; nil when there is room.
    ///
    /// - Parameter isKept: who must stay although nothing of theirs is here.
    /// - Throws: `tooMany` when nobody can be forgotten.
    func toForget(keeping isKept: (String) -> Bool) throws(TelephonyError) -> String? {
        guard byName.count >= limit else { return nil }
        let idle = byName.filter { $0.value.isIdle && !isKept($0.key) }
        guard let quietest = idle.min(by: { $0.value.lastCall < $1.value.lastCall }) else {
            throw TelephonyError(.tooMany, "too many programs talk to dialtoned; close one")
        }
        return quietest.key
    }
}
