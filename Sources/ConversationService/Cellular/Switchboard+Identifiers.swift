// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

extension Switchboard {
    /// How long the lines of SIMs that are new wait for their identifiers: a disk that hangs keeps nobody from calling.
    package static let patienceForIdentifiers = Duration.seconds(1)

    /// Returns when SIMs have their identifiers, or after a limit; then the identifiers come when they can.
    func identify(_ iccids: [String]) async {
        let new = iccids.filter { !lines.isIdentified($0) }
        guard !new.isEmpty else { return }
        unidentified.formUnion(new)
        await share(.identifiers, upTo: Self.patienceForIdentifiers) { await $0.findIdentifiers() }
    }

    private func findIdentifiers() async {
        while let iccid = unidentified.min() {
            let identifier = await identifier(of: iccid)
            lines.identify(iccid: iccid, as: identifier)
            unidentified.remove(iccid)
        }
        publishServicesIfChanged()
        noteServices()
    }

    /// Conversations that came before the identifiers of their lines get them now.
    private func noteServices() {
        for known in registry.all where known.machine.isLive && known.record.service == nil {
            guard let service = known.line.flatMap({ lines.service(of: $0) }) else { continue }
            var conversation = known
            conversation.record.service = service
            registry.insert(conversation)
            perform([.record, .publish], for: conversation.id)
        }
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
