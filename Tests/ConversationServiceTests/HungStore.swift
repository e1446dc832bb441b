// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Synchronization
import Telephony
import TestSupport

/// The stores on a disk of which one step hangs until a test says otherwise, as a system call does: whoever is cancelled waits
/// all the same.
final class HungStore: HistoryStore, RoleStore, LineStore {
    enum Step: CaseIterable {
        case record, read, change, closeOpenRows, trouble, latestSequence, grants, setGrant
        case serviceIdentifier, lineSettings, setLines
    }

    private let step: Step
    private let store = MemoryStore()
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]?>([])

    init(_ step: Step) { self.step = step }

    /// Whether somebody waits for it.
    var isWaitedFor: Bool { waiting.withLock { $0?.isEmpty == false } }

    /// From now on nothing hangs.
    func letThrough() {
        let held = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting ?? []
        }
        held.forEach { $0.resume() }
    }

    private func pass(_ step: Step) async {
        guard step == self.step else { return }
        await withCheckedContinuation { continuation in
            let isOpen = waiting.withLock { waiting in
                waiting?.append(continuation)
                return waiting == nil
            }
            if isOpen { continuation.resume() }
        }
    }

    func record(_ rows: [ConversationRecord]) async -> Durability {
        await pass(.record)
        return await store.record(rows)
    }
    func rows(matching query: HistoryQuery) async throws -> HistoryPage {
        await pass(.read)
        return try await store.rows(matching: query)
    }
    func nextPage(_ cursor: HistoryCursor) async throws -> HistoryPage {
        await pass(.read)
        return try await store.nextPage(cursor)
    }
    func close(_ cursor: HistoryCursor) async { await store.close(cursor) }
    func markRead(_ ids: [UUID], afterSequence: Int64) async throws -> Int {
        await pass(.change)
        return try await store.markRead(ids, afterSequence: afterSequence)
    }
    func delete(_ ids: [UUID]) async throws -> Int {
        await pass(.change)
        return try await store.delete(ids)
    }
    func closeOpenRows(except conversations: [UUID]) async throws -> [ConversationRecord] {
        await pass(.closeOpenRows)
        return try await store.closeOpenRows(except: conversations)
    }
    func trouble() async -> TelephonyError? {
        await pass(.trouble)
        return await store.trouble()
    }
    func latestSequence() async throws -> Int64 {
        await pass(.latestSequence)
        return try await store.latestSequence()
    }
    func grants() async throws -> [Role: RoleGrant] {
        await pass(.grants)
        return try await store.grants()
    }
    func setGrant(_ grant: RoleGrant?, for role: Role) async throws {
        await pass(.setGrant)
        try await store.setGrant(grant, for: role)
    }
    func serviceIdentifier(forICCID iccid: String) async throws -> UUID {
        await pass(.serviceIdentifier)
        return try await store.serviceIdentifier(forICCID: iccid)
    }
    func switchedOffModems() async throws -> Set<String> { [] }
    func setSwitchedOff(_ off: Bool, modem: String) async throws {}
    func lineSettings() async throws -> LineSettings {
        await pass(.lineSettings)
        return try await store.lineSettings()
    }
    func setDefaultService(_ service: UUID?) async throws {
        await pass(.setLines)
        try await store.setDefaultService(service)
    }
    func remember(_ service: UUID?, for number: String) async throws {
        await pass(.setLines)
        try await store.remember(service, for: number)
    }
}
