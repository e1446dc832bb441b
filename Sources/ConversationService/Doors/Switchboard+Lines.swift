// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

// What `org.dialtone.Lines1` asks for.
extension Switchboard {
    /// The line for all calls, or nil to be asked. Throws `TelephonyError`.
    package func setDefaultLine(_ service: UUID?, by caller: Caller) async throws {
        try roles.rights(of: caller).control()
        try requireKnown(service)
        try await lines.change {
            try await $0.setDefaultService(service)
        } then: {
            $0.standard = service
        }
    }

    /// The line for one number, or nil to forget it. Throws `TelephonyError`.
    package func rememberLine(_ service: UUID?, for text: String, by caller: Caller) async throws {
        try roles.rights(of: caller).control()
        try requireKnown(service)
        let number = try DialString(parsing: text, from: .typed)
        guard number.networkCode == nil else {
            throw TelephonyError(.networkCode, "this is a network code and not a number; name its line with --service")
        }
        if service == nil, try await lines.settings()[number] == nil {
            throw TelephonyError(
                .invalidArgument, "this number has no line of its own; dialtone lines lists those that do")
        }
        try await lines.change {
            try await $0.remember(service, for: LineSettings.key(of: number))
        } then: {
            $0[number] = service
        }
    }

    /// The default line; nil when there is none. Throws `TelephonyError`, also when it cannot be read.
    package func defaultLine(for caller: Caller) async throws -> UUID? {
        try roles.rights(of: caller).control()
        return try await lines.settings().standard
    }

    /// The numbers that have a line of their own. Throws `TelephonyError`, also when they cannot be read.
    package func rememberedLines(for caller: Caller) async throws -> [String: UUID] {
        try roles.rights(of: caller).control()
        return try await lines.settings().remembered
    }

    private func requireKnown(_ service: UUID?) throws(TelephonyError) {
        guard let service, lines.book.line(of: service) == nil else { return }
        throw TelephonyError(.unknownService, "this cellular service is not there; dialtone services lists them")
    }
}
