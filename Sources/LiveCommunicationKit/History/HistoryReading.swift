// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Telephony

/// Reads a result, page by page from one snapshot.
struct HistoryReading {
    let plan: HistoryPlan
    let connection: any TelephonyConnection

    /// The snapshot went before its last page was read: with a daemon that ended, or because nobody used it.
    private struct SnapshotLost: Error {
        var cause: TelephonyError
    }

    private static let lossCodes: Set<TelephonyError.Code> = [
        .connectionLost, .daemonUnavailable, .timedOut, .invalidQuery,
    ]

    /// Reads to the end; begins anew, once, when the snapshot is lost on the way.
    func result() async throws -> [ConversationHistoryManager.RecentConversation] {
        do {
            return try await readOnce()
        } catch is SnapshotLost {
            do {
                return try await readOnce()
            } catch let lost as SnapshotLost {
                throw lost.cause
            }
        }
    }

    private func readOnce() async throws -> [ConversationHistoryManager.RecentConversation] {
        var result: [ConversationHistoryManager.RecentConversation] = []
        var page = try await connection.history(matching: HistoryQuery(expression: plan.expression))
        while let next = page.next {
            do {
                try append(page.rows, to: &result)
                try Task.checkCancellation()
                page = try await self.page(after: next)
            } catch {
                await connection.closeHistory(next)
                throw error
            }
        }
        try append(page.rows, to: &result)
        return result
    }

    private func page(after cursor: HistoryCursor) async throws -> HistoryPage {
        do {
            return try await connection.historyPage(after: cursor)
        } catch let error as TelephonyError where Self.lossCodes.contains(error.code) {
            throw SnapshotLost(cause: error)
        }
    }

    private func append(
        _ rows: [ConversationRecord], to result: inout [ConversationHistoryManager.RecentConversation]
    ) throws {
        for row in rows {
            let conversation = ConversationHistoryManager.RecentConversation(row)
            if try plan.residual?.evaluate(conversation) ?? true { result.append(conversation) }
        }
    }
}
