// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import Telephony
import Testing

@testable import LiveCommunicationKit

@Suite("The cellular services")
struct ServiceSnapshotTests {
    private let one = CellularService(Telephony.CellularService(id: UUID(), label: "Example Mobile"))

    @Test("are what was reported last")
    func latest() {
        let snapshot = ServiceSnapshot(patience: .seconds(60))
        snapshot.update([])
        #expect(snapshot.current.isEmpty)
        snapshot.update([one])
        #expect(snapshot.current == [one])
        #expect(snapshot.current == [one])
    }

    @Test("are waited for by every reader that came before the first report", .timeLimit(.minutes(1)))
    func waiting() async {
        let snapshot = ServiceSnapshot(patience: .seconds(60))
        let readers = 8
        let group = DispatchGroup()
        let results = Results()
        for _ in 0..<readers {
            group.enter()
            Thread.detachNewThread {
                results.add(snapshot.current)
                group.leave()
            }
        }
        snapshot.update([one])
        await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
        #expect(results.all == Array(repeating: [one], count: readers))
    }

    @Test("are none when nothing is reported in time, and then nobody waits again")
    func patience() {
        let snapshot = ServiceSnapshot(patience: .milliseconds(50))
        let clock = ContinuousClock()
        let first = clock.measure { #expect(snapshot.current.isEmpty) }
        let second = clock.measure { #expect(snapshot.current.isEmpty) }
        #expect(first >= .milliseconds(45))
        #expect(second < .milliseconds(45))
        snapshot.update([one])
        #expect(snapshot.current == [one])
    }

    @Test("can be read on the main actor while the report comes from elsewhere", .timeLimit(.minutes(1)))
    @MainActor
    func mainActor() {
        let connection = ScriptedConnection()
        let manager = TelephonyConversationManager(
            session: TelephonySession(connection: connection, patience: .seconds(60)))
        Thread.detachNewThread {
            connection.report(.services([Telephony.CellularService(id: UUID(), label: "Example Mobile")]))
        }
        #expect(manager.cellularServices.map(\.label) == ["Example Mobile"])
    }

    @Test("are waited for a second by default")
    func limit() {
        #expect(ServiceSnapshot.patience == .seconds(1))
    }
}
