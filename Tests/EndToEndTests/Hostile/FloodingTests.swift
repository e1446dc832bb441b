// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// Ten thousand calls a second, while the person's own dialer wants to call.
///
/// Run by itself, behind all other tests (scripts/test).
@Suite("In a flood", .serialized, .needsDialtone)
struct FloodingTests {
    /// How many times as long a start may take meanwhile as one takes in peace and a bare ping takes beside it: several
    /// messages go to and fro for a start, each of which waits as long as a ping.
    static let limit = 10.0
    /// Starts that are made in peace.
    static let countInPeace = 20
    /// How often is measured until once was in time.
    static let measurements = 5

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
    func `the person's own call goes through and memory stays bounded`(_ kind: Kind, _ connections: Int) async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let dialer = try await rig.caller(
                "dialer", as: AppManifest("org.example.control", entitlements: ["org.dialtone.control"]))
            let screen = try await Self.screen(rig)
            let flood = try await Self.flood(kind, connections, rig)
            let memory = try #require(ProcessMemory.resident(try rig.daemon.pid))
            let pinger = try await rig.caller("pinger")
            try await Self.expectStartsInTime(dialer, in: flood, beside: pinger)
            try await expectBoundedMemory(rig, after: flood, from: memory)
            #expect(try await rig.rows().allSatisfy { $0.handles.map(\.value) == ["+15550100"] })
            #expect(try await rig.calls().isEmpty)
            let shown = try await onThread { try screen.connection.arrived { $0.member == "Show" } }
            #expect(shown.count == (kind == .prompts ? 1 : 0), "one question at a time, however often it is asked")
        }
    }

    /// What else the machine does comes and goes between the measurements that are compared, so that one of a few counts; a
    /// daemon that a flood holds up is late in all.
    private static func expectStartsInTime(
        _ dialer: HeldCaller, in flood: Flood, beside pinger: HeldCaller
    ) async throws {
        var ratios: [Double] = []
        for _ in 0..<measurements {
            let peace = try await startsInPeace(dialer)
            let times = try await flood.measure(dialer, beside: pinger)
            ratios.append(Flood.typical(times.starts) / (Flood.typical(peace) + Flood.typical(times.pings)))
            if ratios.contains(where: { $0 < limit }) { return }
        }
        Issue.record("starts took \(ratios) times as long as usual")
    }

    private static func startsInPeace(_ dialer: HeldCaller) async throws -> [Double] {
        try await onThread {
            var left = countInPeace
            return try Flood.starts(by: dialer.connection) {
                left -= 1
                return left == 0
            }
        }
    }

    /// What floods leave reaches a height and stays there: everything that a flood can open is open after the first few.
    private func expectBoundedMemory(_ rig: DialtoneRig, after flood: Flood, from before: Int) async throws {
        let daemon = try rig.daemon.pid
        var heights = [try #require(ProcessMemory.resident(daemon))]
        for _ in 0..<4 {
            try await onThread { try flood.run(atOnce: true) }
            heights.append(try #require(ProcessMemory.resident(daemon)))
        }
        #expect(heights[4] < before + ProcessMemory.boundAfterFlood, "\(before), \(heights) KiB")
        #expect(heights[4] < heights[2] + ProcessMemory.boundOfFurtherFloods, "\(before), \(heights) KiB")
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
        let register = RawMessage.to("Prompts1", "Register", saying: "graphical")
        let outcome = try await screen.outcome(of: register)
        #expect(outcome.error == nil)
        return screen
    }
}
