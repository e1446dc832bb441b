// SPDX-License-Identifier: Apache-2.0
package import Telephony

// What `org.dialtone.Status1` asks for.
extension Switchboard {
    /// How the daemon does. Throws `TelephonyError`.
    package func status(for caller: Caller) async throws -> ServiceStatus {
        try roles.rights(of: caller).control()
        await lines.waitForFirst()
        await lines.waitForIdentifiers()
        await errands.share(.historyTrouble) { await $0.recorder.lookForTrouble() }
        let emergencyTrouble = await parts.emergency.trouble()
        return ServiceStatus(
            isInDeveloperMode: isInDeveloperMode, isSimulated: parts.simulation != nil,
            backends: backends.all.map {
                ServiceStatus.BackendStatus(name: $0.name, trouble: lines.book.unavailableBackends[$0.name])
            },
            lines: lines.book.all.map { line in
                ServiceStatus.LineStatus(
                    label: line.label, service: lines.book.service(of: line.key),
                    trouble: line.readiness.refusal?.message)
            },
            historyTrouble: errands.isDoing(.historyTrouble) ? "the disk does not answer" : recorder.trouble?.message,
            emergencyTrouble: emergencyTrouble, conversations: conversations.live.count)
    }
}
