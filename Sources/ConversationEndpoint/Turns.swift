// SPDX-License-Identifier: Apache-2.0

/// What a connection may have done only once at a time; others that want the same wait in order.
struct Turns {
    /// Something of a connection, by the connection's name.
    enum Turn: Hashable {
        case identifying(String)
        case readingHistory(String)
    }

    private var waiting: [Turn: [CheckedContinuation<Void, Never>]] = [:]

    /// Lets it go on as soon as it is its turn.
    mutating func enter(_ turn: Turn, _ continuation: CheckedContinuation<Void, Never>) {
        guard waiting[turn] == nil else { return waiting[turn, default: []].append(continuation) }
        waiting[turn] = []
        continuation.resume()
    }

    /// Gives the turn to the next one.
    mutating func leave(_ turn: Turn) {
        guard waiting[turn]?.isEmpty == false, let next = waiting[turn]?.removeFirst() else {
            waiting[turn] = nil
            return
        }
        next.resume()
    }
}
