// SPDX-License-Identifier: Apache-2.0
import DBus
import FoundationEssentials
import Glibc
import Synchronization
import Telephony
import TestSupport
import Testing

@testable import CallerIdentity

/// A data directory with manifests, owned by whoever runs the test.
struct ManifestScratch {
    let folder: ScratchFolder
    let catalog: ManifestCatalog
    let complaints = Complaints()

    final class Complaints: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    init() throws {
        folder = try ScratchFolder()
        let complaints = complaints
        catalog = ManifestCatalog(
            systemDirectories: [], personalDirectory: folder.file("share"), time: ManualTimekeeper()
        ) { complaints.add($0) }
        mkdir(folder.file("share"), 0o755)
    }

    func app(_ id: String) -> String { folder.file("share/dialtone/apps/\(id)") }

    func install(
        _ id: String, name: String = "App", executable: String = "/bin/true", identifier: String? = nil,
        entitlements: String = "<key>com.apple.developer.dialing-app</key><true/>",
        into parent: String = "share/dialtone/apps"
    ) throws {
        let info = """
            <key>CFBundleIdentifier</key><string>\(identifier ?? id)</string><key>CFBundleDisplayName</key><string>\(name)</string>
            <key>CFBundleExecutable</key><string>\(executable)</string>
            <key>UIBackgroundModes</key><array><string>voip</string></array>
            """
        try folder.write(Self.plist(info), to: "\(parent)/\(id)/Info.plist")
        try folder.write(Self.plist(entitlements), to: "\(parent)/\(id)/\(id).entitlements")
    }

    /// A program of the test's own.
    @discardableResult
    func copyProgram(_ name: String, from original: String = "/bin/true") throws -> String {
        try FileManager.default.copyItem(atPath: SharedPrograms.resolved(original), toPath: folder.file(name))
        return folder.file(name)
    }

    static func plist(_ body: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>\(body)</dict></plist>
        """
    }
}

@Suite("A manifest")
struct ManifestTests {
    @Test func `tells an app's name, entitlements and background modes`() async throws {
        let scratch = try ManifestScratch()
        try scratch.install(
            "org.example.app",
            entitlements: "<key>a.true</key><true/><key>a.false</key><false/><key>a.text</key><string>true</string>")
        let app = try #require(try await scratch.catalog.installedApps().first)
        #expect(
            app
                == AppIdentity(
                    bundleIdentifier: "org.example.app", displayName: "App", entitlements: ["a.true"],
                    backgroundModes: ["voip"], program: "/bin/true"))
    }

    @Test func `names its program by what the file is and not by how it is called`() async throws {
        let scratch = try ManifestScratch()
        try scratch.copyProgram("program")
        symlink(scratch.folder.file("program"), scratch.folder.file("link"))
        try scratch.install("org.example.app", executable: scratch.folder.file("link"))
        let identity = try #require(FileIdentity(path: scratch.folder.file("program")))
        #expect(scratch.catalog.installed().app(executable: identity)?.bundleIdentifier == "org.example.app")
        let other = try #require(FileIdentity(path: "/bin/true"))
        #expect(scratch.catalog.installed().app(executable: other) == nil)
    }

    @Test func `finds a program without a path in the prefix's bin, never in PATH`() throws {
        #expect(ManifestFolder(dataDirectory: "/usr/share", owner: 0).binaries == "/usr/bin")
        #expect(ManifestFolder(dataDirectory: "/srv/u/.local/share", owner: 0).binaries == "/srv/u/.local/bin")
    }

    static let rejected: [(String, @Sendable (ManifestScratch) throws -> Void)] = [
        ("another identifier than its folder", { try $0.install("org.example.app", identifier: "org.example.other") }),
        ("an identifier of one part", { try $0.install("app") }),
        ("a name with a right-to-left mark", { try $0.install("org.example.app", name: "App\u{202E}ppa") }),
        ("a name with a zero-width space", { try $0.install("org.example.app", name: "A\u{200B}pp") }),
        ("a name that is too long", { try $0.install("org.example.app", name: String(repeating: "a", count: 65)) }),
        ("no name", { try $0.install("org.example.app", name: "") }),
        ("a relative program path", { try $0.install("org.example.app", executable: "../bin/true") }),
        (
            "files that others can write",
            {
                try $0.install("org.example.app")
                chmod($0.app("org.example.app") + "/Info.plist", 0o666)
            }
        ),
        (
            "a folder that others can write",
            {
                try $0.install("org.example.app")
                chmod($0.app("org.example.app"), 0o777)
            }
        ),
        (
            "a folder that is a link",
            {
                try $0.install("org.example.app", into: "elsewhere")
                try $0.install("org.example.real")
                symlink($0.folder.file("elsewhere/org.example.app"), $0.app("org.example.app"))
                try FileManager.default.removeItem(atPath: $0.app("org.example.real"))
            }
        ),
        (
            "a file that is a link",
            {
                try $0.install("org.example.app")
                let info = $0.app("org.example.app") + "/Info.plist"
                rename(info, $0.folder.file("Info.plist"))
                symlink($0.folder.file("Info.plist"), info)
            }
        ),
        (
            "a pipe for a file",
            {
                try $0.install("org.example.app")
                let info = $0.app("org.example.app") + "/Info.plist"
                unlink(info)
                mkfifo(info, 0o644)
            }
        ),
        (
            "a huge file",
            {
                try $0.install("org.example.app")
                try $0.folder.write(
                    String(repeating: " ", count: 70_000), to: "share/dialtone/apps/org.example.app/Info.plist")
            }
        ),
        (
            "no property list",
            {
                try $0.install("org.example.app")
                try $0.folder.write("{}", to: "share/dialtone/apps/org.example.app/Info.plist")
            }
        ),
    ]

    @Test(arguments: rejected.indices)
    func `that is not right does not count, and the log says why, once`(_ index: Int) async throws {
        let scratch = try ManifestScratch()
        try Self.rejected[index].1(scratch)
        #expect(try await scratch.catalog.installedApps().isEmpty, "\(Self.rejected[index].0)")
        #expect(try await scratch.catalog.installedApps().isEmpty)
        #expect(scratch.complaints.all.count == 1, "\(Self.rejected[index].0): \(scratch.complaints.all)")
    }

    /// Who reads it knows which file to open, and what to change in it.
    @Test func `is refused with the file and the key`() async throws {
        let identifier = "<key>CFBundleIdentifier</key><string>org.example.app</string>"
        let program = "<key>CFBundleExecutable</key><string>/bin/true</string>"
        for (info, words) in [
            (program, "Info.plist has no CFBundleIdentifier; add it"),
            (identifier, "Info.plist has no CFBundleExecutable; add it"),
            (
                identifier + "<key>CFBundleExecutable</key><true/>",
                "CFBundleExecutable in Info.plist has a value of another"
            ),
            (program + "<key>CFBundleIdentifier</key><string>app</string>", "such as org.example.dialer"),
            (
                identifier + program + "<key>CFBundleDisplayName</key><string>(A)</string>",
                "CFBundleDisplayName in Info"
            ),
        ] {
            let scratch = try ManifestScratch()
            try scratch.install("org.example.app", into: "source")
            try scratch.folder.write(ManifestScratch.plist(info), to: "source/org.example.app/Info.plist")
            await #expect {
                try await scratch.catalog.register(directory: scratch.folder.file("source/org.example.app"))
            } throws: { error in
                "\(error)".contains(words) && "\(error)".contains("register")
            }
        }
    }

    @Test func `is registered as a copy, and replaced whole`() async throws {
        let scratch = try ManifestScratch()
        try scratch.install("org.example.app", name: "One", into: "source")
        let source = scratch.folder.file("source/org.example.app")
        #expect(try await scratch.catalog.register(directory: source).displayName == "One")
        try scratch.install("org.example.app", name: "Two", into: "source")
        #expect(try await scratch.catalog.register(directory: source).displayName == "Two")
        #expect(try await scratch.catalog.installedApps().map(\.displayName) == ["Two"])
        for nowhere in ["relative", "/nowhere", scratch.folder.path] {
            await #expect(throws: TelephonyError.self) { try await scratch.catalog.register(directory: nowhere) }
        }
    }

    @Test func `is registered whatever its files' folder and the entitlements are called, as Xcode calls them`()
        async throws
    {
        let scratch = try ManifestScratch()
        try scratch.install("MyDialer", identifier: "org.example.app", into: "source")
        let app = try await scratch.catalog.register(directory: scratch.folder.file("source/MyDialer"))
        #expect(app.bundleIdentifier == "org.example.app")
        #expect(try await scratch.catalog.installedApps() == [app])
    }

    @Test func `is not registered for a program that is not there, and the error names where it was looked for`()
        async throws
    {
        let scratch = try ManifestScratch()
        try scratch.install("org.example.app", executable: "my-dialer", into: "source")
        await #expect {
            try await scratch.catalog.register(directory: scratch.folder.file("source/org.example.app"))
        } throws: { error in
            "\(error)".contains("\(scratch.folder.path)/bin/my-dialer")
        }
    }

    @Test func `in the person's folder does not count outside developer mode`() async throws {
        let scratch = try ManifestScratch()
        try scratch.install("org.example.app")
        let strict = ManifestCatalog(
            systemDirectories: [], personalDirectory: nil, time: ManualTimekeeper()
        ) { _ in }
        #expect(try await strict.installedApps().isEmpty)
        await #expect(throws: TelephonyError.self) {
            try await strict.register(directory: scratch.app("org.example.app"))
        }
    }
}

@Suite("A sandbox's record")
struct SandboxTests {
    @Test func `names the app and its folder`() {
        let record = """
            [Application]
            name=org.example.app
            runtime=runtime/org.example.Platform/x86_64/1

            [Instance]
            instance-id=1
            app-path=/var/lib/flatpak/app/org.example.app/x86_64/stable/1/files
            """
        let sandbox = Sandbox(record: record)
        #expect(sandbox.name == "org.example.app")
        #expect(sandbox.appPath == "/var/lib/flatpak/app/org.example.app/x86_64/stable/1/files")
        #expect(sandbox.caller.app == nil)
    }

    @Test(arguments: [
        "", "name=org.example.app", "[Application]\nname=../../etc\n[Instance]\napp-path=/",
        "[Application]\nname=org.example.app",
    ])
    func `that is not right names nobody`(_ record: String) { #expect(Sandbox(record: record).caller.app == nil) }

    @Test func `is not there for an ordinary process`() { #expect(Sandbox.caller(processID: getpid()) == nil) }
}

@Suite("A display name")
struct DisplayNameTests {
    @Test(arguments: [
        "Phone", "Phone 2", "Телефон", "الهاتف", "電話", "โทรศัพท์", "Điện thoại", "Die\u{323}\u{302}n", "a's & b-c, d.e",
        "फ़ोन", "می\u{200c}خواهم", "র\u{200d}্যাব", "क्\u{200d}ष", "ශ්\u{200d}රී",
    ])
    func `in any language counts as it is`(_ name: String) { #expect(DisplayName(name)?.text == name) }

    @Test(arguments: [
        "", " ", " a", "a ", "a  b", "\u{301}", "a \u{301}", "a\u{301}\u{301}\u{301}\u{301}", "a\u{20dd}", "a\nb",
        "a\u{85}b",
        "a\u{2028}b", "a\u{202e}b", "a\u{2066}b", "a\u{200b}b", "a\u{feff}b", "a\u{e0041}", "a\u{34f}b", "a\u{fe0f}",
        "\u{3164}",
        "a\u{115f}", "a\u{a0}b", "a\u{3000}b", "a\u{2800}b", "a\u{e000}", "a (org.example.b)", "a [b", "a\u{ff08}b",
        "...", "🤙", "a\u{200d}b", "a\u{200c}b", "\u{200d}ب", "ب\u{200c}", "ب\u{200c}\u{200c}ب", "ب\u{200c} ب",
        "👩\u{200d}👩 a",
        String(repeating: "a", count: 65),
    ])
    func `that hides, moves or ends something, or is too long, is none`(_ name: String) {
        #expect(DisplayName(name) == nil)
    }
}
