// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import DBus
import Glibc
import Telephony
import TestSupport
import Testing

@Suite("A client whose daemon dies", .enabled(if: PrivateBus.program != nil, "needs dbus-daemon"))
struct DyingDaemonTests {
    /// Holds a loop until it is opened.
    private struct Gate: Sendable {
        private let ends: (Int32, Int32)

        init() {
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            self.ends = (ends[0], ends[1])
        }

        func hold() {
            var byte: UInt8 = 0
            _ = read(ends.0, &byte, 1)
        }

        func open() { _ = write(ends.1, [1], 1) }

        func remove() {
            close(ends.0)
            close(ends.1)
        }
    }

    @Test func `hears that its request is lost also when the end comes right behind the reply`() async throws {
        let privateBus = try PrivateBus()
        let (serverLoop, clientLoop) = (EventLoop(), EventLoop())
        serverLoop.start()
        clientLoop.start()
        let (replying, reading) = (Gate(), Gate())
        defer { for gate in [replying, reading] { gate.remove() } }
        let (asked, noteAsked) = AsyncStream<Void>.makeStream()
        let server = try Bus(.address(privateBus.address), loop: serverLoop)
        let start = Method("StartConversation", arguments: ["token", "handle", "options"], results: ["request"]) {
            (call: CallContext, token: String, _: Handle, _: [String: Variant]) -> ObjectPath in
            noteAsked.yield()
            replying.hold()
            return try RequestObject(base: ContractNames.path, sender: call.sender, token: token).path
        }
        try await server.export(Interface(ContractNames.telephony, methods: [start]), at: ContractNames.path)
        await server.start()
        try await server.requestName(ContractNames.bus)
        let observer = try await privateBus.connect(.forTests)
        let owners = try await observer.nameOwners(of: ContractNames.bus)

        let client = ConversationClient(.address(privateBus.address), loop: clientLoop)
        try await within {
            async let refusal = code { _ = try await client.startConversation(with: .number("5550100")) }
            for await _ in asked { break }
            // The client's loop reads nothing until the reply and the daemon's end are both there.
            let held = Task(executorPreference: clientLoop) { reading.hold() }
            replying.open()
            // Answered behind the reply, which is on its way then.
            try await server.ping(deadline: .seconds(5))
            await server.close()
            for await owner in owners where owner == nil { break }
            reading.open()
            await held.value
            let code = await refusal
            #expect(code == "DaemonUnavailable")
        }
        await client.close()
        await observer.close()
        serverLoop.stop()
        clientLoop.stop()
    }
}
