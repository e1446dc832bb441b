// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

// What is read when the service starts. It serves meanwhile: a disk that hangs keeps nobody from an emergency call.
extension Switchboard {
    /// How long it takes until rows that a crash left open are looked for again, when they could not be read.
    package static let retryInterval = Duration.seconds(30)

    /// Returns once the roles and the rows that a crash left open were read, or could not be, or the patience after the
    /// start is over.
    package func waitUntilPrepared() async {
        guard let until = preparedBy, isDoing(.preparation), parts.time.uptime < until else { return }
        await share(.preparation, upTo: until - parts.time.uptime) { await $0.readFirst() }
    }

    /// Returns once every backend has told which calls were up when the service started, or why it cannot, or the patience
    /// for that is over: whoever asks for the calls, and starts the service by that, is not told that there are none.
    package func waitForFirstCalls() async {
        guard let until = callsAwaitedUntil else { return }
        await waitForChange(until: until) { $0.callsAwaited.isEmpty }
        callsAwaitedUntil = nil
    }

    /// A backend has told its calls, or that it has none to tell.
    func callsAreKnown(of backend: any Backend) {
        guard callsAwaited.remove(backend.name) != nil else { return }
        tellWatchers()
    }

    /// Serves a backend until its task is cancelled. Before it tells of a call it is known, if it can be, whose row that
    /// call goes on with.
    func serve(_ backend: any Backend) async {
        await waitUntilPrepared()
        await withDiscardingTaskGroup { group in
            group.addTask { await backend.run() }
            for await event in backend.events { await receive(event, from: backend) }
        }
    }

    func readFirst() async {
        await readRoles()
        // Somebody may have asked for them before.
        if !roles.areKnown, roleReaders != nil { _ = try? await knownRoles() }
        await closeOpenRows()
    }

    /// Closes the rows that a crash left open, now or as soon as they can be read.
    private func closeOpenRows() async {
        do {
            expect(try await parts.history.closeOpenRows(except: registry.all.map(\.id)))
        } catch {
            noteUnread(error)
            spawn { [self, time = parts.time] in
                do { try await time.sleep(until: time.uptime + Self.retryInterval) } catch { return }
                await closeOpenRows()
            }
        }
    }

    private func expect(_ closed: [ConversationRecord]) {
        adoption.expect(closed)
        tellWatchers()
        if !closed.isEmpty { log("closed \(closed.count) history rows that were left open") }
    }

    private func noteUnread(_ error: any Error) {
        let trouble = error as? TelephonyError ?? TelephonyError(.databaseUnreadable, "\(error)")
        if trouble != historyTrouble { log("history: \(trouble)") }
        historyTrouble = trouble
    }
}
