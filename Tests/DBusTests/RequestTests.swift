// SPDX-License-Identifier: Apache-2.0
import DBus
import TestSupport
import Testing

@Suite("Request objects", .timeLimit(.minutes(10)))
struct RequestTests {
    static let requestInterface = "org.dialtone.Request"
    static let base: ObjectPath = "/org/dialtone"

    /// A service with a method `Ask(token)` whose outcome waits for the gate.
    static func service(_ bus: Bus, _ gate: Gate) -> Interface {
        let requests = Requests(bus: bus, base: base, interface: requestInterface)
        return Interface(
            testInterface,
            methods: [
                Method("Ask", arguments: ["token"], results: ["request"]) {
                    (call: CallContext, token: String) async throws -> ObjectPath in
                    try await requests.begin(for: call, token: token) {
                        guard token != "now" else { return Response(code: 0, results: ["token": .string(token)]) }
                        await gate.pass()
                        guard token != "fail" else { throw DBusError(DBusError.accessDenied, "no") }
                        return Response(code: 0, results: ["token": .string(token)])
                    }
                },
                Method("Count") { (_: CallContext) async throws in UInt32(await requests.count) },
            ])
    }

    static func withService(_ gate: Gate, _ body: (PeerPair) async throws -> Void) async throws {
        try await PeerPair.run(exporting: { try $0.export(service($0, gate), at: testPath) }, body)
    }

    @Test("The outcome follows the answer", arguments: ["now", "later", "fail"])
    func outcome(token: String) async throws {
        let gate = Gate()
        try await Self.withService(gate) { pair in
            let expected = try RequestObject(base: Self.base, sender: nil, token: token)
            let stream = try await pair.client.signals(SignalMatch(path: expected.path, member: "Response"))
            let path = try await pair.client.call(method("Ask"), token, deadline: second, returning: ObjectPath.self)
            #expect(path == expected.path)
            await gate.open()
            let signal = try #require(await first(of: stream))
            let (code, results) = try signal.read(as: UInt32.self, [String: Variant].self)
            let response = Response(code: code, results: results)
            if token == "fail" {
                #expect(response.error == DBusError(DBusError.accessDenied, "no"))
            } else {
                #expect(response == Response(code: 0, results: ["token": .string(token)]))
            }
            #expect(try await pair.client.call(method("Count"), deadline: second, returning: UInt32.self) == 0)
        }
    }

    @Test("A closed request is gone and answers nothing")
    func close() async throws {
        let gate = Gate()
        try await Self.withService(gate) { pair in
            let stream = try await pair.client.signals(SignalMatch(member: "Response"))
            let path = try await pair.client.call(method("Ask"), "a", deadline: second, returning: ObjectPath.self)
            let closing = MethodAddress(path: path, interface: Self.requestInterface, member: "Close")
            try await pair.client.call(closing, deadline: second)
            #expect(try await pair.client.call(method("Count"), deadline: second, returning: UInt32.self) == 0)
            let error = await #expect(throws: DBusError.self) { try await pair.client.call(closing, deadline: second) }
            #expect(error?.name == DBusError.unknownObject)
            await gate.open()
            try await pair.client.ping(deadline: second)
            await pair.client.close()
            for await _ in stream { Issue.record("a closed request answered") }
        }
    }

    @Test("Bad tokens and tokens in use are refused")
    func tokens() async throws {
        let gate = Gate()
        try await Self.withService(gate) { pair in
            let bad = ["", "a/b", "a-b", "ä", String(repeating: "a", count: RequestObject.maximumTokenLength + 1)]
            for token in bad {
                let error = await #expect(throws: DBusError.self) {
                    try await pair.client.call(method("Ask"), token, deadline: second, returning: ObjectPath.self)
                }
                #expect(error?.name == DBusError.invalidArguments)
                #expect(error?.message.contains("letters (A-Z, a-z), digits and _") == true)
            }
            _ = try await pair.client.call(method("Ask"), "a", deadline: second, returning: ObjectPath.self)
            let error = await #expect(throws: DBusError.self) {
                try await pair.client.call(method("Ask"), "a", deadline: second, returning: ObjectPath.self)
            }
            #expect(error?.name == DBusError.addressInUse)
            await gate.open()
        }
    }

    @Test("A request goes when its caller leaves the bus", .enabled(if: PrivateBus.program != nil))
    func callerGone() async throws {
        try await BusFixture.run { fixture in
            let gate = Gate()
            let server = try await fixture.connect()
            try await server.export(Self.service(server, gate), at: testPath)
            try await server.requestName("org.dialtone.Test")
            let caller = try await fixture.connect()
            let other = try await fixture.connect()
            var ask = method("Ask")
            ask.destination = "org.dialtone.Test"
            var count = method("Count")
            count.destination = "org.dialtone.Test"
            let path = try await caller.call(ask, "a", deadline: second, returning: ObjectPath.self)
            let sender = try #require(await caller.uniqueName)
            #expect(path == (try RequestObject(base: Self.base, sender: sender, token: "a").path))
            let closing = MethodAddress(
                destination: "org.dialtone.Test", path: path, interface: Self.requestInterface, member: "Close")
            let denied = await #expect(throws: DBusError.self) { try await other.call(closing, deadline: second) }
            #expect(denied?.name == DBusError.accessDenied)
            #expect(try await other.call(count, deadline: second, returning: UInt32.self) == 1)
            let owners = try await other.nameOwners(of: sender)
            await caller.close()
            _ = try await first(of: owners) { $0 == nil }
            #expect(try await other.call(count, deadline: second, returning: UInt32.self) == 0)
            await gate.open()
        }
    }

    @Test("A closed request counts for its account until its work has ended")
    func closedStillCounts() async throws {
        let gate = Gate()
        try await Self.withService(gate) { pair in
            let ask = { (token: String) in
                try await pair.client.call(method("Ask"), token, deadline: second, returning: ObjectPath.self)
            }
            for number in 0..<Requests.maximumPerAccount {
                let path = try await ask("t\(number)")
                let closing = MethodAddress(path: path, interface: Self.requestInterface, member: "Close")
                try await pair.client.call(closing, deadline: second)
            }
            let error = await #expect(throws: DBusError.self) { try await ask("more") }
            #expect(error?.name == DBusError.limitsExceeded)
            let stream = try await pair.client.signals(SignalMatch(member: "Response"))
            await gate.open()
            // Behind the end of all that was closed.
            try await pair.client.ping(deadline: second)
            _ = try await ask("now")
            #expect(try await first(of: stream) != nil)
        }
    }

    @Test("A request that is not there cannot be closed")
    func closingNothing() async throws {
        try await PeerPair.run(exporting: { _ in }) { pair in
            let requests = Requests(bus: pair.server, base: Self.base, interface: Self.requestInterface)
            let call = CallContext(sender: nil, path: "/org/dialtone", interface: testInterface, member: "Ask")
            let gate = Gate()
            let path = try await requests.begin(for: call, token: "a") {
                await gate.pass()
                return Response(code: 0)
            }
            let closing = MethodAddress(path: path, interface: Self.requestInterface, member: "Close")
            try await pair.client.call(closing, deadline: second)
            let error = await #expect(throws: DBusError.self) { try await pair.client.call(closing, deadline: second) }
            #expect(error?.name == DBusError.unknownObject)
            await gate.open()
        }
    }
}
