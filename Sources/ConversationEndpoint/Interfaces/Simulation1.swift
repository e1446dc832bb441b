// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import Telephony

extension ConversationEndpoint {
    /// org.dialtone.Simulation1: play the network and the other side.
    nonisolated var simulationInterface: Interface {
        Interface(
            ContractNames.simulation,
            methods: [
                Method("Perform", arguments: ["command", "arguments"]) {
                    [self] (call: CallContext, command: String, arguments: Options<SimulationArguments>) async throws in
                    let caller = try await caller(of: call)
                    try await board.rights(of: caller).control()
                    try await board.simulate(try Self.command(command, arguments), by: caller)
                }
            ])
    }
}
