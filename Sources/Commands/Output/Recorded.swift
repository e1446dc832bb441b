// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials

/// What a conversation and its row in the history have in common.
protocol Recorded {
    var id: String { get }
    var direction: String { get }
    var handles: [Handle] { get }
    var service: String { get }
    var startedAt: Date { get }
    var outcome: String { get }
    var cause: EndCause? { get }
}

extension Recorded {
    /// The cause in a sentence of the modem or the network; "" for none.
    var reason: String { cause?.message ?? "" }

    /// One name for each in both, and what is said of one alone.
    func json(with more: [String: JSONValue]) -> JSONValue {
        let shared: [String: JSONValue] = [
            "uuid": .text(id), "direction": .text(direction), "handles": .list(handles.map(\.json)),
            "service": .known(service), "startedAt": .date(startedAt), "outcome": .text(outcome),
            "cause": .known(cause?.kind.rawValue), "reason": .text(reason),
        ]
        return .object(shared.merging(more) { _, more in more })
    }
}

extension Handle: PrintedAsJSON {
    var json: JSONValue {
        .object(["type": .text("\(type)"), "value": .text(value), "displayName": .text(displayName)])
    }

    /// The number, with the name when there is one.
    var text: String { displayName.isEmpty ? value.shortened : "\(value.shortened) (\(displayName.shortened))" }
}

extension [Handle] {
    /// For a person; a caller without a handle hides the number.
    var text: String { isEmpty ? "withheld" : map(\.text).joined(separator: ", ") }
}

extension ConversationInfo: Recorded, PrintedAsJSON {
    var json: JSONValue {
        json(with: [
            "state": .text(state), "phase": .text(phase), "connectedAt": connectedAt.map(JSONValue.date) ?? .null,
            "waitingTones": .text(waitingTones),
        ])
    }

    /// A line about where it is, for a person: `active`, `active (77# waits for dialtone tones)`, or `ended (busy)`.
    var phaseText: String {
        if hasLeft, outcome != Outcome.open.name {
            return "\(phase) (\(reason.isEmpty ? outcome : "\(outcome): \(reason)"))"
        }
        return waitingTones.isEmpty ? phase : "\(phase) (\(waitingTones) waits for dialtone tones)"
    }
}

extension HistoryEntry: Recorded, PrintedAsJSON {
    var json: JSONValue {
        let status = Outcome(name: outcome)?.status ?? .unknown
        return json(with: [
            "duration": .number(duration), "status": .text(status.rawValue), "isRead": .flag(isRead),
        ])
    }
}
