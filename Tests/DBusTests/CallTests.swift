// SPDX-License-Identifier: Apache-2.0
import DBus
import TestSupport
import Testing

@Suite("Calls between peers", .timeLimit(.minutes(10)))
struct CallTests {
    static let interface = Interface(
        testInterface,
        methods: [
            Method("None") { (_: CallContext) async throws in },
            Method("One", arguments: ["text"], results: ["text"]) { (_: CallContext, text: String) in text + "!" },
            Method("Two", arguments: ["a", "b"], results: ["sum", "rows"]) {
                (_: CallContext, a: UInt32, rows: [Row]) async throws -> (UInt32, [Row]) in
                (a + 1, rows.reversed())
            },
            Method("Fail") { (_: CallContext) async throws -> String in
                throw DBusError("org.dialtone.Test.Error.Odd", "odd")
            },
        ])

    @Test("A call has no result, one, or a tuple")
    func results() async throws {
        try await PeerPair.run(exporting: { try $0.export(Self.interface, at: testPath) }) { pair in
            try await pair.client.call(method("None"), deadline: second)
            let text = try await pair.client.call(method("One"), "hi", deadline: second, returning: String.self)
            #expect(text == "hi!")
            let rows = [Row(id: "a", number: 1, tags: []), Row(id: "b", number: 2, tags: ["x", "y"])]
            let (sum, back) = try await pair.client.call(
                method("Two"), UInt32(4), rows, deadline: second, returning: UInt32.self, [Row].self)
            #expect(sum == 5)
            #expect(back == rows.reversed())
        }
    }

    @Test("An error arrives by its name")
    func errors() async throws {
        try await PeerPair.run(exporting: { try $0.export(Self.interface, at: testPath) }) { pair in
            await #expect(throws: DBusError("org.dialtone.Test.Error.Odd", "odd")) {
                try await pair.client.call(method("Fail"), deadline: second, returning: String.self)
            }
            let error = await #expect(throws: DBusError.self) {
                try await pair.client.call(method("Nowhere"), deadline: second)
            }
            #expect(error?.name == DBusError.unknownMethod)
        }
    }
}
