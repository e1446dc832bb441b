// SPDX-License-Identifier: Apache-2.0

/// What the network says to a code (3GPP TS 22.090), and to the answers that it asks for.
package struct CodeScript: Hashable, Sendable {
    /// What is dialed or answered.
    package var text: String
    /// What it says to each answer; when there are any, it waits for one.
    package var answers: [String: CodeScript]
    /// How the session ends, or goes on, by what it says; nil: as `answers` has it.
    package var outcome: CodeReply.Outcome?
    /// Seconds until it says so.
    package var after: Double
    /// Whether it never says anything.
    package var isSilent: Bool

    package init(
        _ text: String, answers: [String: CodeScript] = [:], outcome: CodeReply.Outcome? = nil, after: Double = 0,
        isSilent: Bool = false
    ) {
        self.text = text
        self.answers = answers
        self.outcome = outcome
        self.after = after
        self.isSilent = isSilent
    }

    var reply: CodeReply { CodeReply(text: text, outcome: outcome ?? (answers.isEmpty ? .done : .wantsAnswer)) }

    /// This script and all that its answers lead to.
    var all: [CodeScript] { [self] + answers.values.flatMap(\.all) }
}

extension CodeScript: Codable {
    private enum CodingKeys: String, CodingKey {
        case text, answers, outcome, after
        case isSilent = "silent"
    }

    /// Reads a text alone, or an object in which everything may be missing.
    package init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self.init(text)
            return
        }
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try values.decodeIfPresent(String.self, forKey: .text) ?? "",
            answers: try values.decodeIfPresent([String: CodeScript].self, forKey: .answers) ?? [:],
            outcome: try values.decodeIfPresent(CodeReply.Outcome.self, forKey: .outcome),
            after: try values.decodeIfPresent(Double.self, forKey: .after) ?? 0,
            isSilent: try values.decodeIfPresent(Bool.self, forKey: .isSilent) ?? false)
    }
}
