// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// A line of the table: fields with tabs between, which scripts/bench lines up.
struct Row {
    var what: String
    var baseline: String
    var ours: String
    var ratio: Double?
    var target: String
    /// nil: there is no target, the line is there to compare.
    var isMet: Bool?

    func print() {
        let ratio = ratio.map { Self.decimal($0, digits: 2) } ?? "-"
        Swift.print(
            [what, baseline, ours, ratio, target, isMet.map { $0 ? "met" : "MISSED" } ?? "-"].joined(separator: "\t"))
    }

    /// Microseconds as milliseconds.
    static func milliseconds(_ microseconds: Double) -> String { decimal(microseconds / 1_000, digits: 2) + " ms" }

    static func megabytes(_ kilobytes: Int) -> String { decimal(Double(kilobytes) / 1_024, digits: 1) + " MB" }

    static func decimal(_ value: Double, digits: Int) -> String {
        guard value.isFinite else { return "?" }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let text = String((value * scale).rounded() / scale)
        let missing = digits - (text.split(separator: ".").last?.count ?? 0)
        return text + String(repeating: "0", count: max(0, missing))
    }
}
