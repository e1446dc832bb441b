// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Telephony

/// One reading of a result, page by page from one snapshot.
struct HistoryReading {
    let plan: HistoryPlan
    let connection: any TelephonyConnection

    /// Reads to the end; gives the snapshot up when it cannot.
    func run() async throws -> [ConversationHistoryManager.RecentConversation] {
        var result: [ConversationHistoryManager.RecentConversation] = []
        var page = try await connection.history(matching: HistoryQuery(expression: plan.expression))
        while true {
            guard let next = page.next else {
                try plan.append(page.rows, to: &result)
                return result
            }
            do {
                try plan.append(page.rows, to: &result)
                try Task.checkCancellation()
                page = try await connection.historyPage(after: next)
            } catch {
                await connection.closeHistory(next)
                throw error
            }
        }
    }

    /// Whether a reading that failed can be begun anew: its snapshot went with a daemon that ended, or was given up.
    static func isSnapshotLost(_ error: TelephonyError) -> Bool {
        error.code == .connectionLost
    }
}

extension HistoryPlan {
    fileprivate func append(
        _ rows: [ConversationRecord], to result: inout [ConversationHistoryManager.RecentConversation]
    ) throws {
        for row in rows {
            let conversation = ConversationHistoryManager.RecentConversation(row)
            if try residual?.evaluate(conversation) ?? true { result.append(conversation) }
        }
    }
}
