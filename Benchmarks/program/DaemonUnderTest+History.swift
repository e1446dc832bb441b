// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Storage
import Telephony
import TestSupport

extension DaemonUnderTest {
    /// Gives it a history before it starts.
    func fill(_ count: Int) async throws {
        let store = Store(path: database, timekeeper: ManualTimekeeper())
        try await store.open()
        try await store.fill(count)
        await store.close()
    }

    /// Gives it a database before it starts, which is moved.
    func take(_ path: String) throws { try FileManager.default.moveItem(atPath: path, toPath: database) }
}

extension Store {
    /// A call every ten minutes, of ninety numbers.
    func fill(_ count: Int) throws {
        let line = UUID()
        for start in stride(from: 0, to: count, by: 50_000) {
            try record(
                all: (start..<min(count, start + 50_000)).map { index in
                    ConversationRecord(
                        id: UUID(), direction: index % 2 == 0 ? .incoming : .outgoing,
                        handles: [.number("+155501\(index % 90 + 10)")], service: line, app: "org.example.dialer",
                        startedAt: Date(timeIntervalSinceReferenceDate: Double(index) * 600), outcome: .connected)
                })
        }
    }
}
