// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony
import Testing

@Suite("The plan of an emergency call")
struct EmergencyPlanTests {
    static func candidate(
        _ name: String, _ readiness: Line.Readiness, _ conversations: [UUID] = [], emergency: Bool = false
    ) -> EmergencyPlan.Candidate {
        let line = Line(
            key: LineKey(backend: "b", reference: name), iccid: nil, label: name, readiness: readiness)
        return EmergencyPlan.Candidate(line: line, conversations: conversations, hasEmergency: emergency)
    }

    static func order(_ plan: EmergencyPlan) -> [String] { plan.attempts.map(\.line.reference) }

    @Test func `tries every line, the most hopeful first`() {
        let busy = [UUID()]
        let candidates = [
            Self.candidate("failed", .failed("x")), Self.candidate("off", .switchedOff),
            Self.candidate("starting", .starting), Self.candidate("lost", .notRegistered),
            Self.candidate("empty", .noSIM), Self.candidate("locked", .locked("SIM PIN")),
            Self.candidate("limited busy", .emergencyOnly, busy), Self.candidate("busy", .ready, busy),
            Self.candidate("limited", .emergencyOnly), Self.candidate("idle", .ready),
        ]
        let plan = EmergencyPlan(address: "112", candidates: candidates)
        #expect(
            Self.order(plan) == [
                "idle", "limited", "busy", "limited busy", "locked", "empty", "lost", "starting", "off", "failed",
            ])
        #expect(plan.attempts.allSatisfy { $0.digits == "112" })
    }

    @Test func `keeps the order of the lines among equals`() {
        let plan = EmergencyPlan(
            address: "112", candidates: ["a", "b", "c"].map { Self.candidate($0, .ready) })
        #expect(Self.order(plan) == ["a", "b", "c"])
    }

    @Test func `frees a busy line of all its calls before it dials there`() {
        let calls = [UUID(), UUID()]
        let plan = EmergencyPlan(address: "911", candidates: [Self.candidate("a", .ready, calls)])
        #expect(plan.attempts.map(\.freeing) == [calls] && plan.attempts.map(\.digits) == ["911"])
    }

    @Test func `never ends an emergency call for another`() {
        let up = Self.candidate("a", .ready, [UUID(), UUID()], emergency: true)
        #expect(EmergencyPlan(address: "112", candidates: [up]).attempts.isEmpty)
        #expect(Self.order(EmergencyPlan(address: "112", candidates: [up, Self.candidate("b", .noSIM)])) == ["b"])
    }

    @Test func `has no attempt without a line`() {
        #expect(EmergencyPlan(address: "112", candidates: []).attempts.isEmpty)
    }

    @Test(arguments: ["*31#", "#31#"])
    func `leaves a CLIR prefix out only when no line took the number with it`(_ prefix: String) {
        let plan = EmergencyPlan(
            address: prefix + "112", candidates: [Self.candidate("a", .ready), Self.candidate("b", .noSIM)])
        #expect(Self.order(plan) == ["a", "b", "a", "b"])
        #expect(plan.attempts.map(\.digits) == [prefix + "112", prefix + "112", "112", "112"])
    }
}
