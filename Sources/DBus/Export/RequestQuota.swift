// SPDX-License-Identifier: Apache-2.0

/// Counts requests as a value: by caller those that are open, by account and in all those whose work has not ended.
///
/// What the work of a closed request holds is still there; but a person who calls and gives up again and again, on a modem
/// that does not answer, is not kept from the next call by the few that one caller may have open.
struct RequestQuota {
    /// A request that was let in; to be handed back when its work has ended.
    struct Ticket: Hashable, Sendable {
        fileprivate let sender: String
        fileprivate let account: String
        fileprivate var isUrgent = false
    }

    private var total = 0
    private var peak = 0
    private var bySender: [String: Int] = [:]
    private var byAccount: [String: Int] = [:]
    private var urgentByAccount: [String: Int] = [:]

    /// Lets a further request in, or throws `DBusError.limitsExceeded`. An account's first is never refused for what
    /// others have: a few that ask for much shut nobody out.
    mutating func begin(_ sender: String?, _ account: String) throws(DBusError) -> Ticket {
        let ticket = Ticket(sender: sender ?? "", account: account)
        try Self.require(bySender[ticket.sender, default: 0] < Requests.maximumPerSender, Requests.maximumPerSender)
        let mine = byAccount[account, default: 0]
        try Self.require(mine < Requests.maximumPerAccount, Requests.maximumPerAccount)
        try Self.require(mine == 0 || total < Requests.maximum, Requests.maximum)
        bySender[ticket.sender, default: 0] += 1
        byAccount[account] = mine + 1
        total += 1
        peak = max(peak, total)
        return ticket
    }

    /// Lets an urgent request in, whatever others there are; it is counted with other urgent ones of its account alone.
    mutating func beginUrgent(_ account: String) throws(DBusError) -> Ticket {
        let mine = urgentByAccount[account, default: 0]
        try Self.require(mine < Requests.maximumUrgentPerAccount, Requests.maximumUrgentPerAccount)
        urgentByAccount[account] = mine + 1
        return Ticket(sender: "", account: account, isUrgent: true)
    }

    /// The request is not open any more.
    mutating func close(_ ticket: Ticket) {
        if !ticket.isUrgent { Self.decrement(&bySender, ticket.sender) }
    }

    /// The work of a request that is not open any more has ended.
    ///
    /// - Returns: how many there were at most since there was last none, when there is none any more.
    mutating func end(_ ticket: Ticket) -> Int? {
        guard !ticket.isUrgent else {
            Self.decrement(&urgentByAccount, ticket.account)
            return nil
        }
        Self.decrement(&byAccount, ticket.account)
        total -= 1
        guard total == 0 else { return nil }
        defer { peak = 0 }
        return peak
    }

    private static func require(_ isAllowed: Bool, _ limit: Int) throws(DBusError) {
        guard isAllowed else { throw DBusError(DBusError.limitsExceeded, "more than \(limit) open requests") }
    }

    private static func decrement(_ counts: inout [String: Int], _ key: String) {
        let count = counts[key, default: 1] - 1
        counts[key] = count > 0 ? count : nil
    }
}
