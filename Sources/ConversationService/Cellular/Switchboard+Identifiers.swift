// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

extension Switchboard {
    /// How long the lines of SIMs that are new wait for their identifiers: a disk that hangs keeps nobody from calling.
    package static let patienceForIdentifiers = Duration.seconds(1)

    /// Returns when SIMs have their identifiers, or after a limit; then the identifiers come when they can.
    func identify(_ iccids: [String]) async {
        let new = iccids.filter { !lines.isIdentified($0) && identifying.insert($0).inserted }
        guard !new.isEmpty else { return }
        let (done, tellDone) = AsyncStream<Void>.makeStream()
        spawn { [self] in
            await findIdentifiers(of: new)
            tellDone.finish()
        }
        await withTaskGroup { group in
            group.addTask { for await _ in done {} }
            group.addTask { [time = parts.time] in
                try? await time.sleep(until: time.uptime + Self.patienceForIdentifiers)
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func findIdentifiers(of iccids: [String]) async {
        for iccid in iccids {
            lines.identify(iccid: iccid, as: await identifier(of: iccid))
            identifying.remove(iccid)
        }
        publishServicesIfChanged()
    }

    private func identifier(of iccid: String) async -> UUID {
        do {
            return try await parts.lines.serviceIdentifier(forICCID: iccid)
        } catch {
            // Calls must work without a database; the identifier then lasts as long as the daemon.
            log("lines: \(error)")
            return UUID()
        }
    }
}
