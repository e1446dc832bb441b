// SPDX-License-Identifier: Apache-2.0

/// Counts the calls that are being answered, in all and by caller, and how fast callers call.
///
/// Who waits for an answer before the next call is never refused for being fast. Who does not may do so for a burst;
/// then calls are refused before anything is done for them, which costs so little that others do not wait.
struct CallLedger {
    /// A call that was taken; to be handed back when it has been answered.
    struct Ticket: Hashable {
        fileprivate let sender: String
        fileprivate let account: String?
    }

    /// Who pays for a sender's bursts, and how much one call is.
    struct Bill: Hashable {
        let account: String
        let weight: Int
        /// For all who have no bill yet. No bundle identifier is empty.
        static let newcomer = Bill(account: "", weight: 1)
    }

    private struct Account {
        /// Calls that run now.
        var running = 0
        /// When there is room for a whole burst again.
        var isRestedAt = Duration.zero
    }

    /// Whether bursts are limited at all.
    var limitsBursts = false
    private var total = 0
    private var bySender: [String: Int] = [:]
    private var accounts: [String: Account] = [:]
    private var bills: [String: Bill] = [:]

    /// From now on a sender's calls count together with those of all others on the account; nil: with the newcomers'.
    mutating func bill(_ sender: String, _ bill: Bill?) { bills[sender] = bill }

    /// Takes a further call, or refuses it with nil. The first of a sender that nobody knows yet is always taken: a few
    /// who call much shut nobody out.
    mutating func begin(_ sender: String?, at now: Duration = .zero) -> Ticket? {
        let key = sender ?? ""
        let count = bySender[key, default: 0]
        guard total < Bus.maximumCallsInFlight || count == 0, count < Bus.maximumCallsInFlightPerSender else {
            return nil
        }
        let bill = sender == nil || !limitsBursts ? nil : bills[key] ?? .newcomer
        if let bill, !charge(bill, at: now, isExcused: bill == .newcomer && count == 0) { return nil }
        total += 1
        bySender[key] = count + 1
        return Ticket(sender: key, account: bill?.account)
    }

    mutating func end(_ ticket: Ticket, at now: Duration = .zero) {
        total -= 1
        let count = bySender[ticket.sender, default: 1] - 1
        bySender[ticket.sender] = count > 0 ? count : nil
        guard let key = ticket.account, var account = accounts[key] else { return }
        account.running -= 1
        accounts[key] = account
        if accounts.count > Bus.maximumCallsInFlight { forgetRested(at: now) }
    }

    /// Counts a call; one beside others uses up a part of the burst (a leaky bucket).
    private mutating func charge(_ bill: Bill, at now: Duration, isExcused: Bool) -> Bool {
        var account = accounts[bill.account] ?? Account()
        if account.running > 0, !isExcused {
            let used = max(account.isRestedAt, now) + Bus.timeToRest * bill.weight
            guard used - now <= Bus.timeToRest * Bus.maximumBurst else { return false }
            account.isRestedAt = used
        }
        account.running += 1
        accounts[bill.account] = account
        return true
    }

    private mutating func forgetRested(at now: Duration) {
        accounts = accounts.filter { $0.value.running > 0 || $0.value.isRestedAt > now }
    }
}
