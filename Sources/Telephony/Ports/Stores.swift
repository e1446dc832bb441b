// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials

/// Where a row is once `record` returns.
package enum Durability: Hashable, Sendable {
    /// On disk; fdatasync has returned.
    case durable
    /// In memory, to be written when that is possible; why it could not be written.
    case waiting(TelephonyError)
    /// Lost: too many rows were waiting already.
    case dropped(TelephonyError)
}

/// The conversations of the past. All methods throw `TelephonyError` alone.
package protocol HistoryStore: Sendable {
    /// Inserts each row, or updates the one with the same id in place; a row keeps its sequence number. All are written
    /// in one commit where that is possible; the worst that became of one is told.
    /// `isRead` only ever goes from false to true here when the stored row was marked in between.
    func record(_ rows: [ConversationRecord]) async -> Durability

    /// The first page of a result; those that follow are of one snapshot.
    func rows(matching query: HistoryQuery) async throws -> HistoryPage

    /// The next page. Throws `invalidQuery` for an unknown or expired cursor.
    func nextPage(_ cursor: HistoryCursor) async throws -> HistoryPage

    /// Gives up the snapshot; an unknown cursor is ignored.
    func close(_ cursor: HistoryCursor) async

    /// Marks rows as read and returns how many changed; ids that are unknown, or not after the sequence number, are ignored.
    func markRead(_ ids: [UUID], afterSequence: Int64) async throws -> Int

    /// Deletes rows and returns how many there were; ids that are unknown, or of a conversation that has not ended, are
    /// ignored.
    func delete(_ ids: [UUID]) async throws -> Int

    /// Closes the rows that a crash left open, and not those of conversations that are up, and returns them as they now
    /// are.
    func closeOpenRows(except conversations: [UUID]) async throws -> [ConversationRecord]

    /// Why rows cannot be written now, after trying to write those that wait; nil when nothing waits.
    func trouble() async -> TelephonyError?

    /// The newest row's sequence number; 0 in an empty history.
    func latestSequence() async throws -> Int64
}

extension HistoryStore {
    /// Records a single row.
    package func record(_ row: ConversationRecord) async -> Durability { await record([row]) }
}

/// Who holds which role. Throws `TelephonyError` alone.
package protocol RoleStore: Sendable {
    func grants() async throws -> [Role: RoleGrant]
    /// Returns when it is on disk; nil empties the role.
    func setGrant(_ grant: RoleGrant?, for role: Role) async throws
}

/// What is remembered about lines. Throws `TelephonyError` alone.
package protocol LineStore: Sendable {
    /// The identifier apps know a SIM by: HMAC-SHA-256 of the ICCID with this installation's key, as a UUID.
    func serviceIdentifier(forICCID iccid: String) async throws -> UUID
    /// Modems (by their device identifier) that the person switched off.
    func switchedOffModems() async throws -> Set<String>
    func setSwitchedOff(_ off: Bool, modem: String) async throws

    /// The lines that the person chose.
    func lineSettings() async throws -> LineSettings
    /// Chooses the line for all calls; nil asks when there are several.
    func setDefaultService(_ service: UUID?) async throws
    /// Remembers the line for a number, by `LineSettings.key(of:)`, or forgets it.
    func remember(_ service: UUID?, for number: String) async throws
}
