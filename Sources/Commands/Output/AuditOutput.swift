// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials

/// A decision as the command line prints it.
struct AuditOutput: Encodable, Hashable, Sendable {
    var date: Date
    var app: String
    var act: String
    var target: String
    var outcome: String
    var reason: String

    init(date: Date, app: String, act: String, target: String, outcome: String, reason: String) {
        self.date = date
        self.app = app
        self.act = act
        self.target = target
        self.outcome = outcome
        self.reason = reason
    }

    init(_ info: AuditInfo) {
        self.init(
            date: info.decidedAt, app: info.app, act: info.act, target: info.target, outcome: info.outcome,
            reason: info.reason)
    }
}
