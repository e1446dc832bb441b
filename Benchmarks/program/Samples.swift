// SPDX-License-Identifier: Apache-2.0

/// Durations of one thing done many times, in microseconds.
struct Samples {
    private var values: [Int64] = []

    mutating func add(_ value: Int64) { values.append(value) }

    var count: Int { values.count }

    var median: Double {
        let sorted = values.sorted()
        guard let last = sorted.last else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1
            ? Double(sorted[middle]) : Double(sorted[middle - 1] + (sorted.count > 1 ? sorted[middle] : last)) / 2
    }

    /// The value that nine of ten do not exceed.
    var ninetieth: Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .nan : Double(sorted[min(sorted.count - 1, sorted.count * 9 / 10)])
    }
}
