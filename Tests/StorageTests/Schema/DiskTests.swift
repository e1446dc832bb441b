// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Telephony
import Testing

@testable import Storage

@Suite("A disk of its own")
struct DiskTests {
    let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    private static let unshare = "/usr/bin/unshare"
    /// There, and allowed to make mounts that nobody else sees.
    private static let canMount =
        access(unshare, X_OK) == 0
        && !Exerciser("once", "/tmp/once.db", prefix: mounting("/tmp", "")).lines().isEmpty

    /// Runs the exerciser where only it sees a disk of 700 kB in the folder's place.
    private static func mounting(_ path: String, _ script: String) -> [String] {
        [unshare, "-rm", "/bin/sh", "-c", "mount -t tmpfs -o size=700k none \(path) && \(script) \"$0\" \"$@\""]
    }

    private func lines(_ what: String, _ script: String) -> [String] {
        Exerciser(what, folder.database, prefix: Self.mounting(folder.path, script)).lines()
    }

    @Test("that is full is one that rows wait for", .enabled(if: canMount, "nothing can be mounted here"))
    func full() throws {
        let lines = lines("crowd", "head -c 200k /dev/zero > \(folder.database).filler &&")
        let waiting = try #require(lines.firstIndex { $0.hasPrefix("waiting") })
        #expect(waiting > 0 && lines[waiting].hasSuffix("DiskFull"))
        #expect(lines[waiting + 1] == "read 1" && lines[waiting + 2].hasPrefix("started"))
        #expect(lines.last == "lost 0")
    }

    @Test("that may not be written says so", .enabled(if: canMount, "nothing can be mounted here"))
    func readOnly() {
        let lines = lines("once", "\"$0\" \"$@\" && mount -o remount,ro \(folder.path) &&")
        #expect(lines.prefix(4).map { $0.prefix(5) } == ["start", "conne", "ended", "lost "])
        #expect(lines.dropFirst(4).first?.hasSuffix("DatabaseReadOnly") == true)
        #expect(lines.last == "lost 1")
    }

    @Test func `in use by another program keeps its rows, and ours are told as waiting`() async throws {
        let store = folder.store()
        let row = ConversationRecord.sample()
        #expect(await store.record(row) == .durable)
        let lines = Exerciser("once", folder.database).lines()
        #expect(lines.first?.hasSuffix("DatabaseUnreadable") == true)
        #expect(lines.last == "lost 1")
        #expect(try await store.rows(matching: HistoryQuery()).rows == [row])
        await store.close()
        #expect(Exerciser("once", folder.database).lines().last == "lost 0")
    }
}
