// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import DBus
import FoundationEssentials
import Telephony
import TestSupport
import Testing

/// The contract as it is written down is the contract as it is served.
@Suite("Introspection", .enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct IntrospectionTests {
    @Test(arguments: [
        ContractNames.telephony, ContractNames.conversations, ContractNames.history, ContractNames.roles,
        ContractNames.apps,
        ContractNames.status, ContractNames.simulation, ContractNames.prompts, ContractNames.audit, ContractNames.lines,
        ContractNames.codes,
    ])
    func `agrees with the document of the interface`(_ interface: String) async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let document = try String(contentsOf: folder.appending(path: "dbus/\(interface).xml"), encoding: .utf8)
        try await EndpointFixture.run { fixture in
            let bus = try await fixture.raw(as: .app(.control))
            let served = try await bus.call(
                fixture.method("org.freedesktop.DBus.Introspectable", "Introspect"), deadline: .seconds(5),
                returning: String.self)
            let written = Self.outline(document, of: interface)
            #expect(!written.isEmpty)
            #expect(Self.outline(served, of: interface) == written)
        }
    }

    /// Methods, signals and arguments of an interface, in order, one a line.
    static func outline(_ xml: String, of interface: String) -> [String] {
        guard let start = xml.firstRange(of: "<interface name=\"\(interface)\">")?.upperBound else { return [] }
        let rest = xml[start...]
        let body = rest[..<(rest.firstRange(of: "</interface>")?.lowerBound ?? rest.endIndex)]
        return withoutComments(String(body)).split(separator: "<").compactMap { tag in
            guard let kind = ["method", "signal", "arg"].first(where: { tag.hasPrefix($0 + " ") }) else { return nil }
            let facts = ["name", "type", "direction"].compactMap { attribute($0, in: tag) }
            return "\(kind) \(facts.joined(separator: " "))"
        }
    }

    private static func withoutComments(_ xml: String) -> String {
        var rest = xml[...]
        var kept = ""
        while let open = rest.firstRange(of: "<!--") {
            kept += rest[..<open.lowerBound]
            rest = rest[(rest.firstRange(of: "-->")?.upperBound ?? rest.endIndex)...]
        }
        return kept + rest
    }

    private static func attribute(_ name: String, in tag: Substring) -> Substring? {
        guard let start = tag.firstRange(of: "\(name)=\"")?.upperBound else { return nil }
        return tag[start...].prefix { $0 != "\"" }
    }
}
