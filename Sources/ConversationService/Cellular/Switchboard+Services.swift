// SPDX-License-Identifier: Apache-2.0
package import Telephony

extension Switchboard {
    /// The cellular services, for an app that may dial. Throws `TelephonyError`.
    package func services(for caller: Caller) async throws -> [CellularService] {
        try rights(of: caller).listServices()
        await waitForFirstLines()
        return lines.services
    }

    /// Acts on the simulated network. Throws `TelephonyError`.
    package func simulate(_ command: SimulationCommand, by caller: Caller) async throws {
        try rights(of: caller).control()
        guard let simulation = parts.simulation else {
            throw TelephonyError(.notSimulated, "the daemon runs on real modems; start dialtoned with --simulated")
        }
        try await simulation.perform(command)
    }

    /// How the daemon does. Throws `TelephonyError`.
    package func status(for caller: Caller) async throws -> ServiceStatus {
        try rights(of: caller).control()
        await waitForFirstLines()
        await share(.historyTrouble, upTo: Self.patienceForDisk) { await $0.lookForHistoryTrouble() }
        let emergencyTrouble = await parts.emergency.trouble()
        return ServiceStatus(
            isInDeveloperMode: isInDeveloperMode, isSimulated: parts.simulation != nil,
            backends: parts.backends.map {
                ServiceStatus.BackendStatus(name: $0.name, trouble: lines.unavailableBackends[$0.name])
            },
            lines: lines.all.map { line in
                ServiceStatus.LineStatus(
                    label: line.label, service: lines.service(of: line.key), trouble: line.readiness.refusal?.message)
            },
            historyTrouble: isDoing(.historyTrouble) ? "the disk does not answer" : lastHistoryTrouble?.message,
            emergencyTrouble: emergencyTrouble,
            conversations: registry.all.count { $0.machine.isLive })
    }

    private func lookForHistoryTrouble() async {
        let trouble = await parts.history.trouble()
        lastHistoryTrouble = trouble
    }
}
