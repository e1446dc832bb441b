// SPDX-License-Identifier: Apache-2.0
import DBus

extension ConversationClient {
    /// The cellular service for all calls; nil when the person is asked.
    package func defaultLine() async throws -> String? {
        let service = try await call(ContractNames.lines, "Default", returning: String.self)
        return service.isEmpty ? nil : service
    }

    /// Sets the cellular service for all calls; nil has the person asked.
    package func setDefaultLine(_ service: String?) async throws {
        try await call(ContractNames.lines, "SetDefault", service ?? "")
    }

    /// The numbers that have a line of their own.
    package func rememberedLines() async throws -> [RememberedLineInfo] {
        try await call(ContractNames.lines, "Remembered", returning: [RememberedLineInfo].self)
    }

    /// Remembers the line for a number; nil forgets it.
    package func rememberLine(_ service: String?, for number: String) async throws {
        try await call(ContractNames.lines, "Remember", number, service ?? "", Self.noOptions)
    }
}
