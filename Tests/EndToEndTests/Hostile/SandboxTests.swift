// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Programs in real namespaces. Each is a program that its own manifest gives every right, so that whoever looked at the
/// program and not at the sandbox would let it.
@Suite(
    .serialized, .needsDialtone,
    .enabled(if: Bubblewrap.works, "needs bubblewrap, and a kernel that lets this user make namespaces"))
struct `A program in a sandbox` {
    private func withProgram(_ body: (DialtoneRig) async throws -> Void) async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let outside = try await rig.caller(
                "boxed", as: AppManifest("org.example.outside", entitlements: ["org.dialtone.control"]))
            #expect(try await outside.status().error == nil)
            try await body(rig)
        }
    }

    @Test func `without a record is what it is outside`() async throws {
        try await withProgram { rig in
            let caller = try await rig.caller("boxed", in: Bubblewrap(record: []))
            let outcome = try await caller.status()
            #expect(outcome.error == nil, "\(outcome.text)")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root makes a manifest that belongs to root"))
    func `is the app of its record`() async throws {
        try await withProgram { rig in
            try rig.installSandboxedApp(entitlements: ["com.apple.developer.dialing-app"])
            let caller = try await rig.caller("boxed", in: try rig.sandbox(of: "org.example.boxed"))
            #expect(try await caller.status().code == "NotAllowed")
            #expect(try await caller.start().code == "PromptUnavailable")
            #expect(try await rig.ask("audit", "--json").contains("org.example.boxed"))
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root makes a manifest that belongs to root"))
    func `gives itself no right over other apps`() async throws {
        try await withProgram { rig in
            try rig.installSandboxedApp(entitlements: ["org.dialtone.control", "org.dialtone.system-ui"])
            let caller = try await rig.caller("boxed", in: try rig.sandbox(of: "org.example.boxed"))
            #expect(try await caller.status().code == "NotAllowed")
            #expect(try await caller.start().code == "NotEntitled")
            let register = RawMessage.to("Prompts1", "Register", saying: "graphical")
            #expect(try await caller.outcome(of: register).code == "NotAllowed")
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root's own manifest does belong to root"))
    func `whose manifest is not root's is nobody`() async throws {
        try await withProgram { rig in
            try rig.installSandboxedApp(entitlements: ["org.dialtone.control"])
            let caller = try await rig.caller("boxed", in: try rig.sandbox(of: "org.example.boxed"))
            #expect(try await caller.start().code == "UnknownApp")
        }
    }

    @Test func `that is the command line's very file is not the command line`() async throws {
        try await withProgram { rig in
            try rig.installSandboxedApp(entitlements: ["com.apple.developer.dialing-app"])
            let dialtone = BuiltProgram.path("dialtone")
            let outside = try await rig.start(Bubblewrap(record: []).words([dialtone, "status"])).end()
            #expect(outside.status == 0, "\(outside.errors)")
            let sandbox = try rig.sandbox(of: "org.example.boxed")
            for words in [
                ["status"], ["dial", "5550100"], ["history"], ["roles", "set", "dialer", "org.example.boxed"],
            ] {
                let inside = try await rig.start(sandbox.words([dialtone] + words)).end()
                #expect(inside.status == (words[0] == "dial" ? 4 : 1), "\(words): \(inside.output)")
            }
            #expect(try await rig.calls().isEmpty)
        }
    }

    /// Records that name nobody, and ways to have something else in their place.
    static let records: [(name: String, make: @Sendable (DialtoneRig) throws -> Bubblewrap)] = [
        ("another app's name", { try $0.sandbox(of: "org.example.outside") }),
        ("the command line's name", { try $0.sandbox(of: "org.dialtone.cli") }),
        ("a path for a name", { try $0.sandbox(of: "../apps/org.example.boxed") }),
        ("nothing", { try $0.sandbox(record: "") }),
        ("garbage", { try $0.sandbox(record: "\u{0}\u{1}\u{feff}[[[=\n=]\n[Application\nname") }),
        (
            "more than a record can be, with a good beginning",
            { rig in
                let good = "[Application]\nname=org.example.boxed\n[Instance]\n"
                let path = "app-path=\(rig.folder.file(DialtoneRig.sandboxedApp))\n"
                return try rig.sandbox(record: good + path + String(repeating: "x=y\n", count: 300_000))
            }
        ),
        ("a folder", { _ in Bubblewrap(record: ["--dir", "/.flatpak-info"]) }),
        ("a link to nothing", { _ in Bubblewrap(record: ["--symlink", "/nothing", "/.flatpak-info"]) }),
        (
            "a link to a good one",
            { rig in
                let file = try rig.sandbox(of: "org.example.boxed").record[1]
                return Bubblewrap(record: ["--symlink", file, "/.flatpak-info"])
            }
        ),
        ("a socket", { Bubblewrap(record: ["--bind", $0.bus.socket, "/.flatpak-info"]) }),
        (
            "one that is not to be read",
            { rig in
                let sandbox = try rig.sandbox(record: "")
                // Root reads it all the same, and finds nothing.
                chmod(sandbox.record[1], 0)
                return sandbox
            }
        ),
    ]

    @Test(arguments: records.indices)
    func `whose record is not right is nobody, and not its program`(_ index: Int) async throws {
        try await withProgram { rig in
            let (name, make) = Self.records[index]
            try rig.installSandboxedApp(entitlements: ["org.dialtone.control"])
            let caller = try await rig.caller("boxed", in: try make(rig))
            for method in BusContract.methods {
                let outcome = try await caller.outcome(of: method.call())
                #expect(outcome.isRefusal, "\(name): \(method): \(outcome)")
            }
            #expect(try await caller.start().code == "UnknownApp", "\(name)")
            #expect(try await rig.calls().isEmpty)
        }
    }
}
