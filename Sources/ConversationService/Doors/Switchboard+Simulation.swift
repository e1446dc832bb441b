// SPDX-License-Identifier: Apache-2.0
package import Telephony

// What `org.dialtone.Simulation1` asks for.
extension Switchboard {
    /// Acts on the simulated network. Throws `TelephonyError`.
    package func simulate(_ command: SimulationCommand, by caller: Caller) async throws {
        try roles.rights(of: caller).control()
        guard let simulation = parts.simulation else {
            throw TelephonyError(.notSimulated, "the daemon runs on real modems; start dialtoned with --simulated")
        }
        try await simulation.perform(command)
    }
}
