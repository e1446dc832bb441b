// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Telephony
import TestSupport
import Testing

@testable import CallerIdentity

extension FollowedTests {
    @Suite("The catalog's memory")
    struct CatalogMemoryTests {
        private static let app = "org.example.app"

        /// A catalog with an app that is this process, followed by the kernel.
        private static func followed() async throws -> ManifestScratch {
            let scratch = try ManifestScratch()
            try scratch.install(app, executable: BuiltProgram.testProgram)
            _ = scratch.catalog.follow()
            // The system has few inotify instances, and each bus of the other tests has one for a while.
            try await within { while await !scratch.catalog.isFollowing { try await pause() } }
            return scratch
        }

        private static func caller(_ scratch: ManifestScratch) async throws -> String? {
            try await scratch.catalog.caller(processID: getpid(), formerly: nil).app?.displayName
        }

        @Test func `spares a second look`() async throws {
            let scratch = try await Self.followed()
            for _ in 0..<3 { #expect(try await Self.caller(scratch) == "App") }
            #expect(scratch.catalog.lookCount == 1)
            #expect(try await scratch.catalog.installedApps().count == 1)
            #expect(try await scratch.catalog.caller(processID: 1, formerly: nil).app == nil)
            #expect(scratch.catalog.lookCount == 1)
        }

        /// Nobody waits for the watch to say it: who asks right behind the change knows.
        @Test func `ends with what it is of`() async throws {
            let scratch = try await Self.followed()
            #expect(try await Self.caller(scratch) == "App")
            try scratch.install(Self.app, name: "Changed", executable: BuiltProgram.testProgram)
            #expect(try await Self.caller(scratch) == "Changed")
            try scratch.install("org.example.other", executable: BuiltProgram.testProgram)
            #expect(try await Self.caller(scratch) == nil)
            try FileManager.default.removeItem(atPath: scratch.app("org.example.other"))
            #expect(try await Self.caller(scratch) == "Changed")
            try FileManager.default.removeItem(atPath: scratch.app(Self.app))
            #expect(try await Self.caller(scratch) == nil)
        }

        @Test func `ends when a folder above is moved`() async throws {
            let scratch = try await Self.followed()
            #expect(try await Self.caller(scratch) == "App")
            rename(scratch.folder.file("share"), scratch.folder.file("elsewhere"))
            #expect(try await Self.caller(scratch) == nil)
        }

        @Test func `is none where the kernel does not tell`() async throws {
            let scratch = try ManifestScratch()
            try scratch.install(Self.app, executable: BuiltProgram.testProgram)
            for _ in 0..<3 { #expect(try await Self.caller(scratch) == "App") }
            #expect(scratch.catalog.lookCount == 3)
            try FileManager.default.removeItem(atPath: scratch.app(Self.app))
            #expect(try await Self.caller(scratch) == nil)
        }

        /// The number of a file that has gone is soon another file's.
        @Test func `knows no program that has been replaced`() throws {
            let scratch = try ManifestScratch()
            try scratch.install(Self.app, executable: scratch.copyProgram("program"))
            let installed = scratch.catalog.installed()
            let program = try #require(FileIdentity(path: scratch.folder.file("program")))
            #expect(installed.appAsSeen(executable: program)?.bundleIdentifier == Self.app)
            #expect(installed.areProgramsAsSeen)
            #expect(!installed.isSettled(at: Int(time(nil))))
            #expect(installed.isSettled(at: Int(time(nil)) + 3_600))
            rename(try scratch.copyProgram("newer"), scratch.folder.file("program"))
            #expect(installed.appAsSeen(executable: program) == nil)
            #expect(!installed.areProgramsAsSeen)
        }

        @Test func `notices a program that was not there`() throws {
            let scratch = try ManifestScratch()
            try scratch.install(Self.app, executable: scratch.folder.file("program"))
            let installed = scratch.catalog.installed()
            #expect(installed.apps.isEmpty && installed.areProgramsAsSeen)
            try scratch.copyProgram("program")
            #expect(!installed.areProgramsAsSeen)
        }
    }
}
