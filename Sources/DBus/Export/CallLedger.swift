// SPDX-License-Identifier: Apache-2.0

/// Counts the calls that are being answered, in all and by sender.
struct CallLedger {
    private var total = 0
    private var bySender: [String: Int] = [:]

    /// Whether a further call is taken. The first of a sender always is: a few who call much shut nobody out.
    mutating func begin(_ sender: String?) -> Bool {
        let key = sender ?? ""
        let count = bySender[key, default: 0]
        guard total < Bus.maximumCallsInFlight || count == 0, count < Bus.maximumCallsInFlightPerSender else {
            return false
        }
        total += 1
        bySender[key] = count + 1
        return true
    }

    mutating func end(_ sender: String?) {
        let key = sender ?? ""
        total -= 1
        let count = bySender[key, default: 1] - 1
        bySender[key] = count > 0 ? count : nil
    }
}
