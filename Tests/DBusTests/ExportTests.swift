// SPDX-License-Identifier: Apache-2.0
import DBus
import Synchronization
import TestSupport
import Testing

@Suite("Exported objects", .timeLimit(.minutes(10)))
struct ExportTests {
    static let properties = "org.freedesktop.DBus.Properties"

    static func interface(_ level: Mutex<UInt32>.Box) -> Interface {
        Interface(
            testInterface,
            methods: [
                Method("Start", arguments: ["token", "number"], results: ["request", "rows"]) {
                    (_: CallContext, _: String, _: UInt32) -> (ObjectPath, [Row]) in ("/", [])
                }
            ],
            properties: [
                Property("Version", .constant) { UInt32(1) },
                Property("Level") {
                    guard level.value < 100 else { throw DBusError(DBusError.invalidArguments, "too loud") }
                    return level.value
                },
            ],
            signals: [SignalDeclaration("Changed", arguments: ["id", "state"], String.self, UInt32.self)])
    }

    func property(_ member: String) -> MethodAddress {
        MethodAddress(path: testPath, interface: Self.properties, member: member)
    }

    @Test("Introspection shows methods, properties and signals with their names")
    func introspection() async throws {
        try await PeerPair.run(exporting: { try $0.export(Self.interface(.init(1)), at: testPath) }) { pair in
            let xml = try await pair.client.call(
                MethodAddress(
                    path: testPath, interface: "org.freedesktop.DBus.Introspectable", member: "Introspect"),
                deadline: second, returning: String.self)
            for line in [
                #"<interface name="org.dialtone.Test">"#, #"<arg type="s" name="token" direction="in"/>"#,
                #"<arg type="u" name="number" direction="in"/>"#, #"<arg type="o" name="request" direction="out"/>"#,
                #"<arg type="a(suas)" name="rows" direction="out"/>"#, #"<signal name="Changed">"#,
                #"<arg type="u" name="state"/>"#, #"<property name="Version" type="u" access="read">"#,
                #"<property name="Level" type="u" access="read">"#,
            ] { #expect(xml.contains(line)) }
        }
    }

    @Test("Properties are read, refused and announced")
    func propertyAccess() async throws {
        let level = Mutex<UInt32>.Box(7)
        try await PeerPair.run(exporting: { try $0.export(Self.interface(level), at: testPath) }) { pair in
            let all = try await pair.client.call(
                property("GetAll"), testInterface, deadline: second, returning: [String: Variant].self)
            #expect(all == ["Version": .uint32(1), "Level": .uint32(7)])
            level.value = 100
            let refused = await #expect(throws: DBusError.self) {
                try await pair.client.call(
                    property("Get"), testInterface, "Level", deadline: second, returning: Variant.self)
            }
            #expect(refused == DBusError(DBusError.invalidArguments, "too loud"))
            await #expect(throws: DBusError.self) {
                try await pair.client.call(property("Set"), testInterface, "Level", Variant.uint32(1), deadline: second)
            }
            level.value = 8
            let stream = try await pair.client.signals(SignalMatch(interface: Self.properties))
            try await pair.server.emitPropertiesChanged(["Level"], of: testInterface, at: testPath)
            let signal = try #require(await first(of: stream))
            let (name, changed, gone) = try signal.read(as: String.self, [String: Variant].self, [String].self)
            #expect(name == testInterface)
            #expect(changed == ["Level": .uint32(8)])
            #expect(gone.isEmpty)
        }
    }

    @Test("A withdrawn object is unknown, and its place is free again")
    func unexport() async throws {
        try await PeerPair.run(exporting: { try $0.export(CallTests.interface, at: testPath) }) { pair in
            try await pair.client.call(method("None"), deadline: second)
            let twice = await #expect(throws: DBusError.self) {
                try await pair.server.export(CallTests.interface, at: testPath)
            }
            #expect(twice?.name == DBusError.addressInUse)
            await pair.server.unexport(testPath)
            let error = await #expect(throws: DBusError.self) {
                try await pair.client.call(method("None"), deadline: second)
            }
            #expect(error?.name == DBusError.unknownObject)
            try await pair.server.export(CallTests.interface, at: testPath)
            try await pair.client.call(method("None"), deadline: second)
        }
    }
}

extension Mutex where Value == UInt32 {
    /// A number that a property of a test reads and sets.
    final class Box: Sendable {
        private let mutex: Mutex<UInt32>
        init(_ value: UInt32) { mutex = Mutex(value) }
        var value: UInt32 {
            get { mutex.withLock { $0 } }
            set { mutex.withLock { $0 = newValue } }
        }
    }
}
