// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Telephony
import TestSupport
import Testing

@testable import CallerIdentity

@Suite("An app's program")
struct ProgramTests {
    static let loader = glob("/lib64/ld-linux*.so.2", "/lib/ld-*.so.*")
    static let library = glob("/lib/*-linux-gnu/libm.so.6", "/usr/lib*/libm.so.6")
    static let python = glob("/usr/bin/python3*", "/usr/bin/perl")

    private static func glob(_ patterns: String...) -> String? {
        for pattern in patterns {
            var found = glob_t()
            defer { globfree(&found) }
            if Glibc.glob(pattern, 0, nil, &found) == 0, let path = found.gl_pathv[0] { return String(cString: path) }
        }
        return nil
    }

    /// What is no program of an app's own, with words of the reason.
    static let refused: [(name: String, reason: String, make: @Sendable (ManifestScratch) throws -> String?)] = [
        ("nothing", "there is no program", { $0.folder.file("nothing") }),
        ("a folder", "is no file", { $0.folder.path }),
        ("a device", "is no file", { _ in "/dev/null" }),
        ("a data file", "is not executable", { try $0.folder.write("\u{7f}ELF", to: "data") }),
        ("a text", "no ELF program", { try $0.folder.write("hello", to: "text", mode: 0o755) }),
        ("half a program", "no ELF program", { try $0.folder.write("\u{7f}ELF", to: "half", mode: 0o755) }),
        ("a script", "is a script", { try $0.folder.write("#!/bin/true\n", to: "script", mode: 0o755) }),
        ("an interpreter", "runs what others give it", { _ in python }),
        ("a shell", "runs what others give it", { _ in "/bin/sh" }),
        ("a loader", "no program", { _ in loader }),
        (
            "a library", "no program",
            { scratch in
                guard let library else { return nil }
                let copy = try scratch.copyProgram("library", from: library)
                chmod(copy, 0o755)
                return copy
            }
        ),
        (
            "a link to a shell", "runs what others give it",
            { scratch in
                symlink("/bin/bash", scratch.folder.file("link"))
                return scratch.folder.file("link")
            }
        ),
        (
            "a program of everybody's", "changed by everybody",
            { scratch in
                let program = try scratch.copyProgram("open")
                chmod(program, 0o777)
                return program
            }
        ),
    ]

    @Test(arguments: refused.indices)
    func `is none that others run under`(_ index: Int) async throws {
        let scratch = try ManifestScratch()
        let (name, reason, make) = Self.refused[index]
        guard let program = try make(scratch) else { return }
        try scratch.install("org.example.app", executable: program)
        #expect(try await scratch.catalog.installedApps().isEmpty, "\(name)")
        #expect(scratch.complaints.all.contains { $0.contains(reason) }, "\(name): \(scratch.complaints.all)")
        try scratch.install("org.example.app", executable: program, into: "source")
        await #expect {
            try await scratch.catalog.register(directory: scratch.folder.file("source/org.example.app"))
        } throws: { ($0 as? TelephonyError)?.message.contains(reason) == true }
    }

    @Test(arguments: [
        "python3", "python3.11", "Python3.11d", "perl5.36.0", "gjs-console", "bash", "busybox", "qemu-aarch64-static",
        "ld-linux-x86-64.so.2", "node", "lua5.4", "php8.2",
    ])
    func `has none of these names`(_ name: String) { #expect(SharedPrograms.isShared(name)) }

    @Test(arguments: ["dialer", "node-dialer", "pythonic", "lunar", "bashful", "phone2", "makeacall", "ssh-phone"])
    func `may have any other name`(_ name: String) { #expect(!SharedPrograms.isShared(name)) }

    @Test func `is no interpreter that another app's script names`() async throws {
        let scratch = try ManifestScratch()
        let program = try scratch.copyProgram("own")
        let script = try scratch.folder.write("#! \(program) -x\n", to: "script", mode: 0o755)
        try scratch.install("org.example.a", executable: program)
        try scratch.install("org.example.b", executable: script)
        #expect(try await scratch.catalog.installedApps().isEmpty)
    }

    @Test func `is nobody's when two name it`() async throws {
        let scratch = try ManifestScratch()
        let program = try scratch.copyProgram("program")
        try scratch.install("org.example.b", executable: program)
        #expect(try await scratch.catalog.installedApps().count == 1)
        link(program, scratch.folder.file("other"))
        try scratch.install("org.example.a", executable: scratch.folder.file("other"), into: "source")
        await #expect(throws: TelephonyError.self) {
            try await scratch.catalog.register(directory: scratch.folder.file("source/org.example.a"))
        }
        try scratch.install("org.example.a", executable: scratch.folder.file("other"))
        let file = try #require(FileIdentity(path: program))
        let installed = scratch.catalog.installed()
        #expect(installed.apps.isEmpty)
        #expect(installed.app(executable: file) == nil)
        let reason = installed.reason(path: program, executable: file)
        #expect(reason.contains("org.example.a") && reason.contains("org.example.b"))
        #expect(scratch.complaints.all.count == 2, "\(scratch.complaints.all)")
    }

    @Test func `stays the command line's`() async throws {
        let scratch = try ManifestScratch()
        let program = try scratch.copyProgram("dialtone")
        try scratch.install("org.dialtone.cli", executable: program)
        try scratch.install("org.aaa.cli", executable: program)
        #expect(try await scratch.catalog.installedApps().map(\.bundleIdentifier) == ["org.dialtone.cli"])
    }

    @Test func `stays the system's`() throws {
        let scratch = try ManifestScratch()
        let program = try scratch.copyProgram("program")
        try scratch.install("org.example.own", executable: program)
        try scratch.install("org.example.system", executable: program, into: "system/dialtone/apps")
        var shelf = ManifestShelf([
            ManifestFolder(dataDirectory: scratch.folder.file("system"), owner: geteuid()),
            ManifestFolder(dataDirectory: scratch.folder.file("share"), owner: geteuid(), isSystem: false),
        ])
        #expect(InstalledApps(shelf.contents(at: 0)).apps.map(\.bundleIdentifier) == ["org.example.system"])
    }

    @Test func `can change in kind`() async throws {
        let scratch = try ManifestScratch()
        let program = try scratch.copyProgram("program")
        try scratch.install("org.example.app", executable: program)
        #expect(try await scratch.catalog.installedApps().count == 1)
        unlink(program)
        symlink("/bin/sh", program)
        #expect(try await scratch.catalog.installedApps().isEmpty)
    }
}
