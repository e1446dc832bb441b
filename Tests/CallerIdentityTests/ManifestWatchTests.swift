// SPDX-License-Identifier: Apache-2.0
import DBus
import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CallerIdentity

/// What is followed, one test at a time: the system has few inotify instances, and a program of ours takes one.
@Suite("What is followed", .serialized)
enum FollowedTests {}

extension FollowedTests {
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

        @Test func `has no ear for what others keep beside the manifests`() async throws {
            let folder = try ScratchFolder()
            try folder.write("one", to: "share/other/file")
            try await within { try await Self.expectDeaf(folder) }
        }

        private static func expectDeaf(_ folder: ScratchFolder) async throws {
            var watches = FolderWatches([folder.file("share")]) {
                inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
            }
            watches.renew()
            while watches.isBlind {
                try await pause()
                watches.renew()
            }
            try folder.write("one", to: "share/file")
            var heard = watches.drain()
            #expect(!heard)
            let manifest = "share/dialtone/apps/org.example.app/Info.plist"
            try folder.write("one", to: manifest)
            heard = watches.drain()
            #expect(heard)
            // Not even heard: the data directory is watched no more.
            try folder.write("two", to: "share/other-file")
            heard = watches.drain()
            #expect(!heard)
            try folder.write("two", to: manifest)
            heard = watches.drain()
            #expect(heard)
            try FileManager.default.removeItem(atPath: folder.file("share/dialtone"))
            heard = watches.drain()
            #expect(heard)
            _ = watches.drain()
            try folder.write("three", to: "share/third-file")
            heard = watches.drain()
            #expect(!heard)
            try folder.write("three", to: manifest)
            heard = watches.drain()
            #expect(heard)
        }

        /// Any program of the person's can take all that the kernel has.
        @Test func `looks by itself where the kernel does not tell`() async throws {
            let fingerprint = Atomic<Int>(1)
            let complaints = ManifestScratch.Complaints()
            let watch = ManifestWatch(
                dataDirectories: ["/nowhere"],
                open: {
                    errno = EMFILE
                    return -1
                },
                complain: complaints.add
            ) { fingerprint.load(ordering: .relaxed) }
            #expect(watch.takeIn() == nil)
            #expect(complaints.all.first?.contains("every two seconds") == true)
            EventLoop.forTests.add(watch)
            defer { EventLoop.forTests.remove(watch) }
            let changes = EventQueue(watch.changes)
            fingerprint.store(2, ordering: .relaxed)
            try await within { _ = await changes.next() }
        }

        /// The system has few inotify instances, and each bus of the other tests has one for a while.
        private static func watch(_ directory: String) async throws -> ManifestWatch {
            while true {
                let watch = ManifestWatch(dataDirectories: [directory]) { 0 }
                if watch.takeIn() != nil { return watch }
                try await pause()
            }
        }
    }
}
