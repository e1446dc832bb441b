// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Synchronization
import Telephony
import TestSupport
import Testing

@testable import CallerIdentity

@Suite("The shelf of manifests")
struct ManifestShelfTests {
    private static let later = Int(time(nil)) + 3_600

    private static func shelf(_ scratch: ManifestScratch) -> ManifestShelf {
        ManifestShelf([
            ManifestFolder(dataDirectory: scratch.folder.file("share"), owner: geteuid(), isSystem: false)
        ])
    }

    @Test func `reads a manifest again when it has changed, and not before`() throws {
        let scratch = try ManifestScratch()
        for name in ["org.example.a", "org.example.b"] { try scratch.install(name) }
        var shelf = Self.shelf(scratch)
        for _ in 0..<3 { #expect(shelf.contents(at: Self.later).found.count == 2) }
        #expect(shelf.readings == 2)
        try scratch.install("org.example.b", name: "Changed")
        let names = shelf.contents(at: Self.later).found.map(\.manifest.identity.displayName)
        #expect(names == ["App", "Changed"])
        #expect(shelf.readings == 3)
        chmod(scratch.app("org.example.a") + "/Info.plist", 0o666)
        #expect(shelf.contents(at: Self.later).found.count == 1)
    }

    @Test func `reads again what may have changed within a tick of the clock`() throws {
        let scratch = try ManifestScratch()
        try scratch.install("org.example.a")
        var shelf = Self.shelf(scratch)
        for _ in 0..<3 { _ = shelf.contents(at: Int(time(nil))) }
        #expect(shelf.readings == 3)
    }

    @Test func `has another fingerprint for other manifests`() throws {
        let scratch = try ManifestScratch()
        try scratch.install("org.example.a")
        var shelf = Self.shelf(scratch)
        _ = shelf.contents(at: 0)
        let before = shelf.fingerprint
        _ = shelf.contents(at: 0)
        #expect(shelf.fingerprint == before)
        try FileManager.default.removeItem(atPath: scratch.app("org.example.a"))
        _ = shelf.contents(at: 0)
        #expect(shelf.fingerprint != before)
    }

    @Test(arguments: [EMFILE, EIO, ENFILE, ENOMEM, ESTALE])
    func `takes an error of the disk for no answer`(_ number: Int32) {
        #expect(UntrustedFile(errno: number, "a").isUnreadable)
    }

    @Test(arguments: [ENOENT, ENOTDIR, ELOOP, EACCES])
    func `takes what is not there for nothing`(_ number: Int32) {
        #expect(!UntrustedFile(errno: number, "a").isUnreadable)
    }
}

@Suite("The way to the manifests")
struct TrustedPathTests {
    @Test func `is followed over links of its owner`() throws {
        let scratch = try ManifestScratch()
        try scratch.install("org.example.app", into: "real/share/dialtone/apps")
        symlink("real", scratch.folder.file("link"))
        symlink(scratch.folder.file("link"), scratch.folder.file("absolute"))
        let folder = ManifestFolder(dataDirectory: scratch.folder.file("absolute/share"), owner: geteuid())
        #expect(try folder.manifest(named: "org.example.app").identity.displayName == "App")
    }

    @Test func `ends at a folder that anybody can change`() throws {
        let scratch = try ManifestScratch()
        try scratch.install("org.example.app")
        let folder = ManifestFolder(dataDirectory: scratch.folder.file("share"), owner: geteuid())
        _ = try folder.open()
        chmod(scratch.folder.path, 0o777)
        #expect(throws: UntrustedFile.self) { _ = try folder.open() }
        // As /tmp is.
        chmod(scratch.folder.path, 0o1777)
        _ = try folder.open()
        chmod(scratch.folder.path, 0o700)
    }

    @Test func `ends at links that go round`() throws {
        let scratch = try ManifestScratch()
        symlink("two", scratch.folder.file("one"))
        symlink("one", scratch.folder.file("two"))
        let folder = ManifestFolder(dataDirectory: scratch.folder.file("one"), owner: geteuid())
        #expect(throws: UntrustedFile.self) { _ = try folder.open() }
    }

    /// The person's own folder, with a link to one of root's: it is a way that the person can turn.
    @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
    func `is not turned by the person`() async throws {
        let scratch = try ManifestScratch()
        try scratch.install("org.example.app", into: "vendor/dialtone/apps")
        let catalog = { (directory: String) in
            ManifestCatalog(
                systemDirectories: [scratch.folder.file(directory)], personalDirectory: nil,
                time: ManualTimekeeper()
            ) { scratch.complaints.add($0) }
        }
        #expect(try await catalog("vendor").installedApps().count == 1)
        for (directory, from, to) in [
            ("theirs/share", "theirs/share/dialtone", "vendor/dialtone"), ("their/share", "their/share", "vendor"),
        ] {
            let parent = scratch.folder.file(String(from[..<(from.lastIndex(of: "/") ?? from.endIndex)]))
            try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
            symlink(scratch.folder.file(to), scratch.folder.file(from))
            chown(parent, 65_534, 65_534)
            #expect(try await catalog(directory).installedApps().isEmpty, "\(directory)")
        }
        #expect(scratch.complaints.all.count == 2, "\(scratch.complaints.all)")
    }
}

@Suite("The thread of the catalog")
struct CatalogThreadTests {
    @Test func `holds up nobody for longer than its patience`() async throws {
        let time = ManualTimekeeper()
        let thread = CatalogThread(time: time)
        let gate = DispatchGate()
        defer { gate.open() }
        try await withThrowingTaskGroup(of: TelephonyError.Code?.self) { group in
            for _ in 0..<2 { group.addTask { await Self.code { try await thread.run { gate.wait() } } } }
            try await within { while time.sleeperCount < 2 { try await pause() } }
            time.advance(by: CatalogThread.patience)
            for try await code in group { #expect(code == .timedOut) }
        }
        gate.open()
        #expect(try await thread.run { 2 } == 2)
    }

    private static func code(_ body: () async throws -> Void) async -> TelephonyError.Code? {
        do { try await body() } catch { return (error as? TelephonyError)?.code }
        return nil
    }

    @Test func `keeps no more than so many waiting`() async throws {
        let time = ManualTimekeeper()
        let thread = CatalogThread(time: time)
        let gate = DispatchGate()
        defer { gate.open() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<CatalogThread.maximumWaiting { group.addTask { try await thread.run { gate.wait() } } }
            try await within { while time.sleeperCount < CatalogThread.maximumWaiting { try await pause() } }
            await #expect {
                try await thread.run {}
            } throws: { ($0 as? TelephonyError)?.code == .tooMany }
            gate.open()
            try await group.waitForAll()
        }
        try await thread.run {}
    }
}

/// Holds a thread until it is opened.
private final class DispatchGate: Sendable {
    private let ends: (Int32, Int32)

    init() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        self.ends = (ends[0], ends[1])
    }

    deinit {
        close(ends.0)
        close(ends.1)
    }

    func wait() {
        var request = pollfd(fd: ends.0, events: Int16(POLLIN), revents: 0)
        poll(&request, 1, 60_000)
    }

    /// Open for ever: nobody reads.
    func open() { _ = write(ends.1, "x", 1) }
}
