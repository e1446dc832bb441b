// SPDX-License-Identifier: Apache-2.0
import DBus
import TestSupport
import Testing

@Suite("Values over the bus", .timeLimit(.minutes(10)))
struct MarshallingTests {
    static let values: [Variant] = [
        .byte(255), .bool(true), .int16(-3), .uint16(65_535), .int32(.min), .uint32(.max), .int64(.min), .uint64(.max),
        .double(-0.5), .string(""), .string("ünï 📞"), .objectPath("/a/b_1"), .signature("a{sv}"),
        .array("s", []), .array("i", [.int32(1)]), .array("ay", [.bytes([1, 2])]), .strings(["a", "b"]),
        .dictionary([:]), .dictionary(["a": .dictionary(["b": .variant("c")])]),
        .map(key: "u", value: "s", [.uint32(1): "a", .uint32(2): "b"]), .map(key: "s", value: "s", [:]),
        .structure([.string("a"), .array("(ub)", [.structure([.uint32(1), true])])]), .variant(.variant("x")),
    ]

    @Test("Every type comes back as it went, in answers and in signals", arguments: values)
    func variants(value: Variant) async throws {
        try await PeerPair.run(exporting: { try $0.export(LimitTests.echo, at: testPath) }) { pair in
            let back = try await pair.client.call(method("Echo"), value, deadline: second, returning: Variant.self)
            #expect(back == value)
            let stream = try await pair.client.signals(SignalMatch(member: "Changed"))
            try await pair.server.emit(SignalTests.changed, value)
            let signal = try #require(await first(of: stream))
            #expect(try signal.read(as: Variant.self) == value)
        }
    }

    @Test("Typed values come out of a variant, and only of the right one")
    func typed() throws {
        #expect(try Variant.map(key: "u", value: "s", [.uint32(1): "a"]).decode(as: [UInt32: String].self) == [1: "a"])
        #expect(try Variant.dictionary(["a": true]).decode(as: [String: Variant].self) == ["a": true])
        #expect(
            try Variant.array("(suas)", [.structure(["a", .uint32(1), .strings(["t"])])]).decode(as: [Row].self)
                == [Row(id: "a", number: 1, tags: ["t"])])
        #expect(throws: DBusError.self) { try Variant.uint32(1).decode(as: Int32.self) }
        #expect(throws: DBusError.self) { try Variant.structure(["a"]).decode(as: Row.self) }
        #expect(throws: DBusError.self) {
            try Variant.structure(["a", .uint32(1), .strings([]), true]).decode(as: Row.self)
        }
        #expect(Variant.int64(5).integer == 5)
        #expect(Variant.uint64(.max).integer == nil)
    }

    @Test("A struct's signature is that of its fields")
    func signatures() {
        #expect(Row.signature == "(suas)")
        #expect([String: [Row]].signature == "a{sa(suas)}")
    }

    @Test("A descriptor arrives as a duplicate that works")
    func descriptors() async throws {
        let (near, far) = try PeerPair.sockets()
        let passed = FileDescriptor(owning: near)
        let interface = Interface(
            testInterface,
            methods: [
                Method("Take") { (_: CallContext, descriptor: FileDescriptor) -> Int32 in
                    RawSocket.write("hello", to: descriptor.rawValue)
                    return descriptor.rawValue
                }
            ])
        let other = FileDescriptor(owning: far)
        try await PeerPair.run(exporting: { try $0.export(interface, at: testPath) }) { pair in
            let number = try await pair.client.call(method("Take"), passed, deadline: second, returning: Int32.self)
            #expect(number != passed.rawValue)
            #expect(RawSocket.read(other.rawValue) == "hello")
        }
    }
}
