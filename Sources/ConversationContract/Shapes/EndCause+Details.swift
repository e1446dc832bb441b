// SPDX-License-Identifier: Apache-2.0
import DBus
package import Telephony

/// Why a conversation ended, among the details of one: `cause` and, where there is a sentence, `reason`.
extension [String: Variant] {
    /// The details of a conversation that ended so.
    package static func details(cause: EndCause?) -> Self {
        guard let cause else { return [:] }
        var details: Self = ["cause": .string(cause.kind.rawValue)]
        if !cause.message.isEmpty { details["reason"] = .string(cause.message) }
        return details
    }

    var cause: EndCause? {
        do {
            guard let word: String = try value("cause"), !word.isEmpty else { return nil }
            return EndCause(EndCause.Kind(rawValue: word), try value("reason") ?? "")
        } catch {
            return EndCause(.unknown, error.message)
        }
    }
}
