// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Messages that no library of ours would send, at the real daemon, from programs with more and with fewer rights.
@Suite(.serialized, .needsDialtone)
struct `A message that does not fit` {
    static let callers: [(name: String, manifest: AppManifest?)] = [
        ("nobody", nil), ("plain", AppManifest("org.example.plain")),
        ("dialer", AppManifest("org.example.dialer", entitlements: ["com.apple.developer.dialing-app"])),
    ]

    /// Runs a body with a caller, and sees that the daemon is as it was before.
    private func withCaller(
        _ index: Int = 2, passesDescriptors: Bool = false, _ body: (DialtoneRig, HeldCaller) async throws -> Void
    ) async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let (name, manifest) = Self.callers[index]
            let caller = try await rig.caller(name, as: manifest, passesDescriptors: passesDescriptors)
            _ = try await caller.status()
            // All that is opened once and stays: the database's reader, too.
            try await expectNothingHappened(rig)
            let before = try rig.daemon.openDescriptors
            try await body(rig, caller)
            try await expectNothingHappened(rig)
            #expect(try rig.daemon.openDescriptors <= before, "descriptors of the daemon")
        }
    }

    private func expectNothingHappened(_ rig: DialtoneRig) async throws {
        try await rig.ask("status")
        #expect(try await rig.calls().isEmpty)
        #expect(try await rig.rows().isEmpty)
        // None came so far that anything was decided.
        #expect(try [PrintedDecision](printed: try await rig.ask("audit", "--json")).isEmpty)
    }

    /// Refused while it was read, before anybody asked who sent it.
    private static func isUnread(_ outcome: Outcome) -> Bool {
        ["InvalidArgs", "LimitsExceeded"].contains(outcome.code ?? "")
    }

    @Test(arguments: callers.indices)
    func `is refused by every method, whoever sends it`(_ index: Int) async throws {
        try await withCaller(index) { rig, caller in
            for method in BusContract.methods {
                for (name, call) in method.misfits {
                    let outcome = try await caller.outcome(of: call)
                    #expect(Self.isUnread(outcome), "\(method) with \(name): \(outcome)")
                }
                try await rig.expectAnswer()
            }
        }
    }

    @Test func `for a text of ten million characters is refused by every method`() async throws {
        try await withCaller { _, caller in
            for method in BusContract.methods {
                guard let call = method.call(withTextOf: 10_000_000) else { continue }
                let outcome = try await caller.outcome(of: call)
                #expect(Self.isUnread(outcome), "\(method): \(outcome)")
            }
        }
    }

    @Test func `for variants in variants is refused by every method`() async throws {
        try await withCaller { rig, caller in
            for method in BusContract.methods {
                for depth in [33, 62] {
                    let outcome = try await caller.outcome(of: method.call(withVariants: depth))
                    #expect(Self.isUnread(outcome), "\(method) \(depth): \(outcome)")
                }
            }
        }
    }

    @Test(arguments: [65, 200]) func `with more variants than D-Bus allows is refused by the bus or by us`(_ depth: Int)
        async throws
    {
        try await withCaller { rig, _ in
            for method in BusContract.methods {
                let other = try await rig.anotherCaller("dialer")
                // The bus may end the connection of who sends this.
                let outcome = try? await other.outcome(of: method.call(withVariants: depth))
                #expect(outcome.map(Self.isUnread) != false, "\(method)")
            }
        }
    }

    @Test func `with an array as large as D-Bus allows is refused, and its memory given back`() async throws {
        try await withCaller { rig, caller in
            let daemon = try rig.daemon.pid
            let before = try #require(ProcessMemory.resident(daemon))
            for element in ["s", "y"] {
                var call = RawMessage.to("History1", "MarkRead")
                call.body.signature = "a\(element)"
                // Empty texts, of eight bytes each but for the last one's padding, or that many zeros.
                let count = (1 << 26) - (element == "s" ? 3 : 0)
                call.body.append(UInt32(count))
                call.body.append(bytes: [UInt8](repeating: 0, count: count))
                #expect(Self.isUnread(try await caller.outcome(of: call)))
            }
            let after = try #require(ProcessMemory.resident(daemon))
            #expect(after < before + ProcessMemory.boundAfterLargeMessages, "\(before) → \(after) KiB")
        }
    }

    @Test func `that is no message ends the sender's connection and nothing else`() async throws {
        try await withCaller { rig, _ in
            let paths = ["", "a", "/a/", "//", "/a b", "/ä", "/org/dialtone/Dialtone1/"]
            for path in paths {
                let other = try await rig.anotherCaller("dialer")
                let call = RawMessage(to: DialtoneRig.busName, path, "org.dialtone.Status1", "Get")
                let outcome = try? await other.outcome(of: call)
                #expect(outcome == nil || outcome?.error != nil, "\(path)")
                try await rig.expectAnswer()
            }
            for member in ["", "1", "a.b", String(repeating: "x", count: 256)] {
                let other = try await rig.anotherCaller("dialer")
                let outcome = try? await other.outcome(of: RawMessage.to("Status1", member))
                #expect(outcome == nil || outcome?.error != nil, "\(member)")
                try await rig.expectAnswer()
            }
        }
    }

    @Test func `with descriptors does not get to the daemon, and none is left there`() async throws {
        try await withCaller(passesDescriptors: true) { rig, caller in
            let connection = caller.connection
            try await onThread {
                for method in BusContract.methods {
                    var call = method.call()
                    call.descriptorCount = 16
                    let answer = try connection.call(call, descriptors: [Int32](repeating: 1, count: 16))
                    #expect(answer.kind == .error, "\(method)")
                }
            }
            try await rig.expectAnswer()
        }
    }
}

extension RunningProgram {
    /// How many descriptors it has open.
    var openDescriptors: Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")) ?? []).count
    }
}

extension DialtoneRig {
    /// The daemon answers who may ask.
    func expectAnswer() async throws {
        let client = client()
        _ = try await client.status()
        await client.close()
    }
}
