// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

/// Every method of every interface as the documents in `dbus/` have them, tried by programs without the right, at the
/// real daemon. What is not listed as allowed has to be refused, so a new method is refused until somebody lists it.
@Suite(.serialized, .needsDialtone)
struct `Every method` {
    /// Refusals for want of a right.
    private static let refusals: Set = [
        "UnknownApp", "NotAllowed", "NotEntitled", "NotDefaultDialer", "DoesNotQualify", "PromptUnavailable",
    ]
    /// Of these it is not told whether what they name is there: it is not the caller's.
    private static let ofThings = [
        "Codes1.Answer": "WrongState", "Codes1.Cancel": "WrongState", "History1.Next": "InvalidQuery",
        "History1.Close": "InvalidQuery", "Conversations1.Answer": "UnknownConversation",
        "Conversations1.End": "UnknownConversation", "Conversations1.PlayTones": "UnknownConversation",
        "Conversations1.ContinueTones": "UnknownConversation",
    ]

    private func expectRefusals(
        of caller: HeldCaller, but allowed: Set<String> = [], _ rig: DialtoneRig
    ) async throws {
        #expect(BusContract.methods.count > 25)
        for method in BusContract.methods {
            let outcome = try await caller.outcome(of: method.call())
            if allowed.contains(method.description) {
                #expect(outcome.error == nil, "\(method): \(outcome)")
            } else {
                let isForLackOfRights = Self.refusals.contains(outcome.code ?? "")
                #expect(outcome.isRefusal, "\(method): \(outcome)")
                #expect(isForLackOfRights || Self.ofThings[method.description] == outcome.code, "\(method): \(outcome)")
            }
        }
        #expect(try await rig.calls().isEmpty)
        #expect(try await rig.rows().isEmpty)
        #expect(try await rig.ask("roles", "--json").contains("org.example") == false)
    }

    @Test func `refuses a program without a manifest`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let caller = try await rig.caller("nobody")
            try await expectRefusals(of: caller, rig)
            #expect(try await rig.ask("audit", "--json").contains("unknown: no manifest names its program"))
        }
    }

    @Test func `but those for its own conversations refuses an app without entitlements`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let caller = try await rig.caller("plain", as: AppManifest("org.example.plain"))
            try await expectRefusals(of: caller, but: ["Conversations1.List", "Conversations1.Subscribe"], rig)
        }
    }

    @Test func `but those that the person is asked about refuses an app with the dialing entitlement`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let dialer = AppManifest("org.example.dialer", entitlements: ["com.apple.developer.dialing-app"])
            let caller = try await rig.caller("dialer", as: dialer)
            let allowed: Set = [
                "Conversations1.List", "Conversations1.Subscribe", "Telephony1.ListServices", "Telephony1.Subscribe",
                "History1.Subscribe",
            ]
            try await expectRefusals(of: caller, but: allowed, rig)
            #expect(try await caller.start().code == "PromptUnavailable")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func `refuses another user, whatever their program is`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let nobody: uid_t = 65_534
            let program = try await rig.copyCaller("theirs")
            try rig.install(
                AppManifest("org.example.theirs", executable: program, entitlements: ["org.dialtone.control"]))
            let ours = try await rig.anotherCaller("theirs")
            #expect(try await ours.status().error == nil, "the manifest counts for its owner")
            let words = [program, rig.bus.socket, "\(nobody)"]
            let theirs = try await onThread { try HeldCaller(words, user: nobody) }
            try await expectRefusals(of: theirs, rig)
            #expect(try await theirs.start().text.contains("runs as another user"))
        }
    }
}
