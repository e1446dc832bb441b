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

    /// Methods, signals and arguments of an interface, in order.
    private static func outline(_ xml: String, of interface: String) -> [IntrospectionElement] {
        IntrospectionElement.all(in: xml).filter { $0.interface == interface }
    }
}
