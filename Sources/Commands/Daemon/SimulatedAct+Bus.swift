// SPDX-License-Identifier: Apache-2.0
import ConversationClient

extension SimulatedAct {
    /// The command's word in dbus/org.dialtone.Simulation1.xml.
    var command: String {
        switch self {
        case .incoming: "incoming"
        case .alert: "alert"
        case .answer: "answer"
        case .hangUp: "hangup"
        case .busy: "busy"
        case .message: "ussd"
        case .coverage: "coverage"
        case .plug: "plug"
        case .unplug: "unplug"
        }
    }

    var arguments: [String: SimulationArgument] {
        switch self {
        case .incoming(let number, let isWithheld):
            ["number": .text(number), "presentation": .text(isWithheld ? "restricted" : "allowed")]
        case .alert(let number), .answer(let number), .hangUp(let number), .busy(let number):
            number.map { ["number": .text($0)] } ?? [:]
        case .message(let text, let asks): ["text": .text(text), "asks": .flag(asks)]
        case .coverage(let isOn): ["on": .flag(isOn)]
        case .plug(let line), .unplug(let line): ["line": .text(line)]
        }
    }
}
