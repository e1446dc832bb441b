// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// Ten thousand calls a second, while the person's own dialer wants to call.
///
/// Run by itself, behind all other tests (scripts/test).
@Suite("In a flood", .serialized, .needsDialtone)
struct FloodingTests {
    /// What a start may take meanwhile.
    static let limit = 100.0

    enum Kind: String, CaseIterable, Sendable {
        /// A program without a manifest.
        case unknown
        /// An app that may ask for calls: every call would be a prompt.
        case prompts
        /// Calls whose arguments do not fit.
        case malformed

        var manifest: AppManifest? {
            self == .unknown
                ? nil : AppManifest("org.example.flood", entitlements: ["com.apple.developer.dialing-app"])
        }

        var call: RawMessage {
            var call = RawMessage.start("+15550199", token: RawCopies.token)
            if self == .malformed { call.body.signature = "s(uss)a{st}" }
            return call
        }
    }

    @Test(arguments: Kind.allCases, [1, 50])
    func `the person's own call goes at once, nothing else is called, and memory stays bounded`(
        _ kind: Kind, _ connections: Int
    )
        async throws
    {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let dialer = try await rig.caller(
                "dialer", as: AppManifest("org.example.control", entitlements: ["org.dialtone.control"]))
            let screen = try await Self.screen(rig)
            let flood = try await Self.flood(kind, connections, rig)
            let memory = try #require(ProcessMemory.resident(try rig.daemon.pid))
            // One start or another may be held up by something else on the machine.
            let starts = try await flood.measure(dialer)
            #expect(Flood.typical(starts) < Self.limit, "\(kind), \(connections): \(starts)")
            try await expectBoundedMemory(rig, after: flood, from: memory)
            #expect(try await rig.rows().allSatisfy { $0.handles.map(\.value) == ["+15550100"] })
            #expect(try await rig.calls().isEmpty)
            let shown = try await onThread { try screen.connection.arrived { $0.member == "Show" } }
            #expect(shown.count == (kind == .prompts ? 1 : 0), "one question at a time, however often it is asked")
        }
    }

    /// A second flood of the same size, as fast as it goes, adds nothing to what the first one added.
    private func expectBoundedMemory(_ rig: DialtoneRig, after flood: Flood, from before: Int) async throws {
        let daemon = try rig.daemon.pid
        let first = try #require(ProcessMemory.resident(daemon))
        try await onThread { try flood.run(atOnce: true) }
        let second = try #require(ProcessMemory.resident(daemon))
        #expect(first < before + ProcessMemory.boundAfterFlood, "\(before), \(first), \(second) KiB")
        #expect(second < first + ProcessMemory.boundOfSecondFlood, "\(before), \(first), \(second) KiB")
    }

    private static func flood(_ kind: Kind, _ connections: Int, _ rig: DialtoneRig) async throws -> Flood {
        var callers = [try await rig.caller("flood", as: kind.manifest)]
        for _ in 1..<connections { callers.append(try await rig.anotherCaller("flood")) }
        return Flood(callers: callers, call: RawCopies(of: kind.call))
    }

    /// A screen on which nobody answers.
    private static func screen(_ rig: DialtoneRig) async throws -> HeldCaller {
        let screen = try await rig.caller(
            "screen", as: AppManifest("org.example.screen", entitlements: ["org.dialtone.system-ui"]))
        var register = RawMessage.to("Prompts1", "Register")
        register.body.signature = "s"
        register.body.append(text: "graphical")
        let outcome = try await screen.outcome(of: register)
        #expect(outcome.error == nil)
        return screen
    }
}
