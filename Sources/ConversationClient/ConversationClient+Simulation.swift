// SPDX-License-Identifier: Apache-2.0
import DBus

extension ConversationClient {
    /// Plays the network or the other side; words and arguments: dbus/org.dialtone.Simulation1.xml.
    package func simulate(_ command: String, _ arguments: [String: SimulationArgument] = [:]) async throws {
        try await call(ContractNames.simulation, "Perform", command, arguments.mapValues(\.variant))
    }
}

/// An argument of a simulation command.
package enum SimulationArgument: Hashable, Sendable {
    case text(String)
    case flag(Bool)

    var variant: Variant {
        switch self {
        case .text(let text): .string(text)
        case .flag(let flag): .bool(flag)
        }
    }
}
