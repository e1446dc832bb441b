// SPDX-License-Identifier: Apache-2.0

/// A binary heap of sleepers, the earliest at the root.
struct SleeperHeap {
    private var items: [Sleeper] = []

    var earliest: Duration? { items.first?.deadline }

    mutating func insert(_ sleeper: Sleeper) {
        items.append(sleeper)
        siftUp(from: items.count - 1)
    }

    /// Takes out the earliest sleeper if its time has come.
    mutating func popDue(at now: Duration) -> Sleeper? {
        guard let first = items.first, first.deadline <= now else { return nil }
        return remove(at: 0)
    }

    mutating func remove(id: UInt64) -> Sleeper? {
        items.firstIndex { $0.id == id }.map { remove(at: $0) }
    }

    private mutating func remove(at index: Int) -> Sleeper {
        items.swapAt(index, items.count - 1)
        let removed = items.removeLast()
        if index < items.count {
            siftDown(from: index)
            siftUp(from: index)
        }
        return removed
    }

    private mutating func siftUp(from start: Int) {
        var child = start
        while child > 0, items[child].deadline < items[(child - 1) / 2].deadline {
            items.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func siftDown(from start: Int) {
        var parent = start
        while true {
            let children = (2 * parent + 1)..<min(2 * parent + 3, max(items.count, 2 * parent + 1))
            guard let least = children.min(by: { items[$0].deadline < items[$1].deadline }),
                items[least].deadline < items[parent].deadline
            else { return }
            items.swapAt(least, parent)
            parent = least
        }
    }
}
