// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// What the network said by itself, as this program prints it. Every key is always there; `kind` tells it from a
/// conversation, which has none.
struct MessageOutput: Encodable, Hashable, Sendable {
    var text: String
    var service: UUID?
    /// The session that waits for an answer (`dialtone ussd --session`).
    var session: UUID?

    private enum CodingKeys: String, CodingKey {
        case kind, service, session, text
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("message", forKey: .kind)
        try container.encode(service, forKey: .service)
        try container.encode(session, forKey: .session)
        try container.encode(text, forKey: .text)
    }
}
