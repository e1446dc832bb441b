// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Which program is whose is decided by files that nobody else can write.
@Suite(.serialized, .needsDialtone)
struct `A program` {
    static let app = AppManifest.commandLine
    static let manifest = "\(DialtoneRig.apps)/org.dialtone.cli"

    @Test func `without a manifest is unknown, whatever it does`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            try rig.folder.removeItem("\(DialtoneRig.apps)/org.dialtone.tests")
            let client = rig.client()
            let attempts: [@Sendable () async throws -> Void] = [
                { _ = try await client.services() }, { _ = try await client.history() },
                { _ = try await client.conversations() },
                { _ = try await client.startConversation(with: .number("+15550100")) },
            ]
            for attempt in attempts {
                await #expect { try await attempt() } throws: { ($0 as? TelephonyError)?.code == .unknownApp }
            }
            await client.close()
            #expect(try await rig.calls().isEmpty)
        }
    }

    /// Ways to put a manifest so that it must not count, with words of the reason.
    static let untrusted: [(name: String, reason: String, spoil: @Sendable (DialtoneRig) throws -> Void)] = [
        ("is writable for others", "others than its owner", { chmod($0.folder.file("\(manifest)/Info.plist"), 0o666) }),
        ("is in a folder writable for others", "others than its owner", { chmod($0.folder.file(manifest), 0o777) }),
        (
            "is a link", "symbolic link",
            { rig in
                let real = rig.folder.file("real.plist")
                rename(rig.folder.file("\(manifest)/Info.plist"), real)
                symlink(real, rig.folder.file("\(manifest)/Info.plist"))
            }
        ),
        (
            "is in a linked folder", "org.dialtone.cli",
            { rig in
                rename(rig.folder.file(manifest), rig.folder.file("real"))
                symlink(rig.folder.file("real"), rig.folder.file(manifest))
            }
        ),
        (
            "is no property list", "no property list",
            { rig in
                try rig.folder.write("no list", to: "\(manifest)/Info.plist")
            }
        ),
        (
            "has another's name", "CFBundleIdentifier",
            { rig in
                var other = app
                other.bundleIdentifier = "org.dialtone.other"
                try rig.install(other)
                rename(
                    rig.folder.file("\(DialtoneRig.apps)/org.dialtone.other/Info.plist"),
                    rig.folder.file("\(manifest)/Info.plist"))
                try rig.folder.removeItem("\(DialtoneRig.apps)/org.dialtone.other")
            }
        ),
    ]

    @Test(arguments: untrusted.indices)
    func `whose manifest anybody could have written is unknown, and the log says why`(_ index: Int) async throws {
        try await DialtoneRig.run(on: .simulated("manual"), startsDaemon: false) { rig in
            let (name, reason, spoil) = Self.untrusted[index]
            try spoil(rig)
            let daemon = try await rig.startDaemon()
            try await rig.expectFailure("dial", "+15550100", saying: "no manifest")
            daemon.signal(SIGTERM)
            let log = try await daemon.end().errors
            let hasReason = log.contains { $0.contains("org.dialtone.cli does not count") && $0.contains(reason) }
            #expect(hasReason, "\(name): \(log)")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func `whose manifest belongs to somebody else is unknown, and the log says why`() async throws {
        try await DialtoneRig.run(on: .simulated("manual"), startsDaemon: false) { rig in
            chown(rig.folder.file("\(Self.manifest)/Info.plist"), 65_534, 65_534)
            let daemon = try await rig.startDaemon()
            try await rig.expectFailure("status", saying: "no manifest")
            daemon.signal(SIGTERM)
            let log = try await daemon.end().errors
            #expect(log.contains { $0.contains("belongs to user 65534") }, "\(log)")
        }
    }

    @Test func `of the person's own counts in developer mode alone`() async throws {
        try await DialtoneRig.run(on: .simulated("manual"), startsDaemon: false) { rig in
            try await rig.startDaemon(rig.daemonArguments.filter { $0 != "--developer-mode" })
            try await rig.expectFailure("status", saying: "no manifest")
        }
    }

    /// An upgrade must not leave a person in a call with an app that cannot hang up.
    @Test func `whose newer version was installed under it is the app still, and a stranger in its place is nobody`()
        async throws
    {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let app = AppManifest("org.example.upgraded", entitlements: ["com.apple.developer.dialing-app"])
            let old = try await rig.caller("upgraded", as: app)
            #expect(try await old.outcome(of: .to("Telephony1", "ListServices")).error == nil)
            let quiet = try await rig.anotherCaller("upgraded")
            // As package managers do: the new file beside the old one, and then renamed over it.
            let next = try await rig.copyCaller("next")
            #expect(rename(next, rig.folder.file("bin-upgraded")) == 0)
            try await Self.change(app, displayName: "New", rig)
            #expect(try await old.outcome(of: .to("Telephony1", "ListServices")).error == nil)
            // What the new manifest does not allow is not allowed to the old program either.
            try await Self.change(app, entitlements: [], rig)
            #expect(try await old.outcome(of: .to("Telephony1", "ListServices")).code == "NotEntitled")
            try rig.folder.removeItem("\(DialtoneRig.apps)/\(app.bundleIdentifier)")
            try await Self.waitForWitness(rig)
            #expect(try await old.outcome(of: .to("Telephony1", "ListServices")).code == "UnknownApp")
            // It was the app when its file was there; who calls for the first time now is nobody.
            try await Self.change(app, rig)
            #expect(try await quiet.outcome(of: .to("Telephony1", "ListServices")).code == "UnknownApp")
            #expect(try await old.outcome(of: .to("Telephony1", "ListServices")).error == nil)
        }
    }

    private static func change(
        _ app: AppManifest, displayName: String? = nil,
        entitlements: [String] = ["com.apple.developer.dialing-app"], _ rig: DialtoneRig
    ) async throws {
        var changed = app
        changed.executable = rig.folder.file("bin-upgraded")
        changed.displayName = displayName
        changed.entitlements = entitlements
        try rig.install(changed)
        try await waitForWitness(rig)
    }

    /// Returns when the daemon has seen what changed before: twice an app that comes and goes is seen to have gone.
    private static func waitForWitness(_ rig: DialtoneRig) async throws {
        for _ in 0..<2 {
            let witness = try await rig.caller(
                "witness", as: AppManifest("org.example.witness", entitlements: ["com.apple.developer.dialing-app"]))
            #expect(try await witness.outcome(of: .to("Telephony1", "ListServices")).error == nil)
            try rig.folder.removeItem("\(DialtoneRig.apps)/org.example.witness")
            try await within(.seconds(30)) {
                while try await witness.outcome(of: .to("Telephony1", "ListServices")).error == nil {
                    try await pause()
                }
            }
        }
    }

    /// As an editor that saves in place does, and a package manager that goes file by file.
    @Test func `whose manifest was missing for a moment is the app again`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let app = AppManifest("org.example.upgraded", entitlements: ["com.apple.developer.dialing-app"])
            let old = try await rig.caller("upgraded", as: app)
            #expect(try await old.outcome(of: .to("Telephony1", "ListServices")).error == nil)
            let next = try await rig.copyCaller("next")
            #expect(rename(next, rig.folder.file("bin-upgraded")) == 0)
            try rig.folder.write("", to: "\(DialtoneRig.apps)/\(app.bundleIdentifier)/Info.plist")
            try await Self.waitForWitness(rig)
            #expect(try await old.outcome(of: .to("Telephony1", "ListServices")).code == "UnknownApp")
            try await Self.change(app, rig)
            #expect(try await old.outcome(of: .to("Telephony1", "ListServices")).error == nil)
        }
    }

    @Test func `that is the command line's is taken by no other manifest`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            var thief = Self.app
            thief.bundleIdentifier = "org.aaa.cli"
            try rig.install(thief)
            try await rig.ask("status")
            try await rig.ask("roles")
            #expect(try await rig.ask("apps").contains("org.aaa.cli") == false)
        }
    }

    @Test func `that runs what others give it is no app, and the error says what to do`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let shell = AppManifest(
                "org.example.shell", executable: "/bin/sh", entitlements: ["com.apple.developer.dialing-app"])
            try rig.install(shell, in: "source")
            try await rig.expectFailure(
                "apps", "register", rig.folder.file("source/org.example.shell"), saying: "docs/roles.md")
            try rig.install(shell)
            try await rig.expectFailure("roles", "set", "dialer", "org.example.shell", saying: "no installed app")
        }
    }

    @Test func `that is a copy of another is not that one`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let copy = rig.folder.file("dialtone")
            // By another program: a file that this one has open to write could not be run by a child of it.
            try await rig.start(["/bin/cp", BuiltProgram.path("dialtone"), copy]).end()
            let ending = try await rig.start([copy, "dial", "+15550100"]).end()
            #expect(ending.status == 4)
            #expect(ending.errors.first?.contains("no manifest") == true, "\(ending.errors)")
        }
    }
}

extension ScratchFolder {
    /// Removes something in it.
    func removeItem(_ name: String) throws { try FileManager.default.removeItem(atPath: file(name)) }
}
