// SPDX-License-Identifier: Apache-2.0
import Telephony

/// What became of an emergency call on the lines that there were.
struct EmergencyTries: Sendable {
    /// Why a line did not take it.
    private struct Refusal: Sendable {
        var line: LineKey
        var label: String
        var why: String
    }

    private var refusals: [Refusal] = []
    /// Lines as they were when they were tried; one that comes back or changes is tried again.
    private var tried: [LineKey: Line.Readiness] = [:]

    var isEmpty: Bool { refusals.isEmpty }

    func mayTry(_ line: Line) -> Bool { tried[line.key] != line.readiness }

    /// These lines are being tried as they are.
    mutating func begin(_ lines: [Line]) { for line in lines { tried[line.key] = line.readiness } }

    /// Takes in what has become of the lines.
    mutating func follow(_ lines: [Line]) {
        let now = Dictionary(lines.map { ($0.key, $0.readiness) }) { first, _ in first }
        tried = tried.filter { now[$0.key] == $0.value }
    }

    /// Notes why a line did not take it; its last word counts.
    mutating func note(_ why: String, of line: LineKey, _ label: String) {
        refusals.removeAll { $0.line == line }
        refusals.append(Refusal(line: line, label: label, why: why))
    }

    /// Says of each line why not.
    var refusal: TelephonyError {
        let reasons = refusals.map { "\($0.label): \($0.why)" }.joined(separator: "; ")
        return TelephonyError(
            .callRefused,
            "no modem took the emergency call (\(reasons)); 112 and 911 are taken by every modem with coverage, "
                + "or use another telephone")
    }
}
