// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// A prompt in words, for a terminal.
struct Question: Hashable, Sendable {
    let id: String
    let text: String

    init(_ prompt: PromptInfo) {
        id = prompt.id
        text = Self.sentence(prompt).printable
    }

    private static func sentence(_ prompt: PromptInfo) -> String {
        let asker = prompt.asker.isEmpty ? "A link" : "\(prompt.askerName) (\(prompt.asker))"
        let line = prompt.line.isEmpty ? "" : " on \(prompt.line)"
        switch prompt.act {
        case "call": return "\(asker) asks to call \(prompt.subject)\(line)."
        case "emergencyCall": return "\(asker) asks to make an EMERGENCY call to \(prompt.subject)."
        case "networkCode": return "\(asker) asks to run the network code \(prompt.subject)\(line): \(prompt.detail)"
        case "takeRole":
            let previous = prompt.previous.isEmpty ? "" : ", in place of \(prompt.previous)"
            return "\(asker) asks to make \(prompt.detail) the default \(prompt.subject) app\(previous)."
        default: return "\(asker) asks for \(prompt.act) \(prompt.subject), which this version does not know."
        }
    }
}
