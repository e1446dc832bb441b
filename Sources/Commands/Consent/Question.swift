// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// A prompt in words, for a terminal.
struct Question: Hashable, Sendable {
    let id: String
    /// What is asked for, by whom.
    let text: String
    let isEmergency: Bool
    private let choices: [ServiceInfo]
    /// Whether this version can tell what is asked: nobody agrees to what they were not told.
    private let isUnderstood: Bool

    init(_ prompt: PromptInfo) {
        id = prompt.id
        text = Self.sentence(prompt).printable
        isEmergency = prompt.act == "emergencyCall"
        choices = prompt.choices
        isUnderstood = prompt.isUnderstood
    }

    /// What is printed: the question, the lines to choose of, and what to type.
    var lines: [String] {
        guard isUnderstood else {
            return [text, "This version cannot show all of it; update dialtone to allow it. [Return declines]"]
        }
        guard !choices.isEmpty else { return [text, "Allow? [y/N]"] }
        let lines = choices.enumerated().map { "  \($0.offset + 1)  \($0.element.label.printable)" }
        return [text] + lines + ["On which line? [1-\(choices.count), anything else declines]"]
    }

    /// What a typed line says: y, or the number of a line where one is to be chosen; anything else declines.
    func answer(typed: String) -> (isAllowed: Bool, line: String?) {
        guard isUnderstood else { return (false, nil) }
        guard !choices.isEmpty else { return (["y", "yes"].contains(typed.lowercased()), nil) }
        guard let number = Int(typed), choices.indices.contains(number - 1) else { return (false, nil) }
        return (true, choices[number - 1].id)
    }

    private static func sentence(_ prompt: PromptInfo) -> String {
        let asker = prompt.asker.isEmpty ? "A link" : "\(prompt.askerName) (\(prompt.asker))"
        let line = prompt.line.isEmpty ? "" : " on \(prompt.line)"
        switch prompt.act {
        case "call": return "\(asker) asks to call \(prompt.subject)\(line)."
        case "emergencyCall": return "\(asker) asks to make an EMERGENCY call to \(prompt.subject)."
        case "networkCode": return "\(asker) asks to run the network code \(prompt.subject)\(line): \(prompt.detail)"
        case "chooseLine": return "\(asker) dials \(prompt.subject)."
        case "takeRole":
            let previous = prompt.previous.isEmpty ? "" : ", in place of \(prompt.previous)"
            return "\(asker) asks to make \(prompt.detail) the default \(prompt.subject) app\(previous)."
        default: return "\(asker) asks for \(prompt.act) \(prompt.subject), which this version does not know."
        }
    }
}
