// SPDX-License-Identifier: Apache-2.0
import ConversationEndpoint
import DBus
import FoundationEssentials
import TestSupport
import Testing

@Suite("The manifest watch")
struct ManifestWatchTests {
    @Test func `notices manifests that come, change and go, also in folders that were not there`() async throws {
        let folder = try ScratchFolder()
        let watch = try await within { try await Self.watch(folder.file("share")) }
        EventLoop.forTests.add(watch)
        defer { EventLoop.forTests.remove(watch) }
        let changes = EventQueue(watch.changes)
        let manifest = "share/dialtone/apps/org.example.app/Info.plist"
        try await within {
            for text in ["one", "two"] {
                try folder.write(text, to: manifest)
                _ = await changes.next()
            }
            // Whatever is left of the writes comes before what the removal makes.
            try FileManager.default.removeItem(atPath: folder.file(manifest))
            _ = await changes.next()
        }
    }

    /// The system has few inotify instances, and each bus of the other tests has one for a while.
    private static func watch(_ directory: String) async throws -> ManifestWatch {
        while true {
            let watch = ManifestWatch(dataDirectories: [directory])
            if watch.problem == nil { return watch }
            try await pause()
        }
    }
}
