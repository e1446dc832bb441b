// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials

extension ConversationEndpoint {
    /// org.dialtone.Lines1: which line a call takes when none is named.
    nonisolated var linesInterface: Interface {
        Interface(
            ContractNames.lines,
            methods: [
                Method("Default", results: ["service"]) { [self] (call: CallContext) async throws -> String in
                    try await board.defaultLine(for: caller(of: call))?.uuidString ?? ""
                },
                Method("SetDefault", arguments: ["service"]) {
                    [self] (call: CallContext, service: String) async throws in
                    try await board.setDefaultLine(Self.service(service), by: caller(of: call))
                },
                Method("Remembered", results: ["lines"]) {
                    [self] (call: CallContext) async throws -> [RememberedLineInfo] in
                    try await board.rememberedLines(for: caller(of: call)).sorted { $0.key < $1.key }.map {
                        RememberedLineInfo(number: $0.key, service: $0.value.uuidString)
                    }
                },
                Method("Remember", arguments: ["number", "service", "options"]) {
                    [self] (call: CallContext, number: String, service: String, _: Options<NoOptions>) async throws in
                    try await board.rememberLine(Self.service(service), for: number, by: caller(of: call))
                },
            ])
    }

    /// "" is none.
    static func service(_ text: String) throws -> UUID? { text.isEmpty ? nil : try uuid(text, what: "service") }
}
