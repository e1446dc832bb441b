// SPDX-License-Identifier: Apache-2.0
import DBus
import FoundationEssentials
import Glibc
import Synchronization
package import Telephony

/// The installed apps: what is on disk is the truth, looked at on a thread of its own and kept until that changes.
package final class ManifestCatalog: AppCatalog {
    private let shelf: Mutex<ManifestShelf>
    private let folders: [ManifestFolder]
    private let personal: ManifestFolder?
    private let dataDirectories: [String]
    private let thread: CatalogThread
    private let watch = Mutex<ManifestWatch?>(nil)
    private let seen = Mutex<Seen?>(nil)
    private let lookCounter = Atomic<Int>(0)
    private let log: @Sendable (String) -> Void
    /// What was complained about already, so that a bad manifest is logged once and not with every call.
    private let complaints = Mutex<Set<String>>([])

    /// What was seen at the last look.
    private struct Seen: Sendable {
        let apps: InstalledApps
        /// Changes that had been told before that.
        let changes: Int
        /// What stands for the folders: of a move of one above them nobody is told.
        let folders: [FileStamps]
    }

    /// Apps in all folders at most; what is beyond is ignored.
    package static let maximumApps = 1_024

    /// - Parameters:
    ///   - systemDirectories: root-owned data directories, the first wins.
    ///   - personalDirectory: the person's own data directory; nil unless in developer mode.
    ///   - time: what a look that takes too long is measured by.
    package init(
        systemDirectories: [String], personalDirectory: String?, time: any Timekeeper,
        log: @escaping @Sendable (String) -> Void
    ) {
        personal = personalDirectory.map { ManifestFolder(dataDirectory: $0, owner: geteuid(), isSystem: false) }
        let system = systemDirectories.map { ManifestFolder(dataDirectory: $0, owner: 0, isSystem: true) }
        folders = system + (personal.map { [$0] } ?? [])
        shelf = Mutex(ManifestShelf(folders))
        dataDirectories = systemDirectories + (personalDirectory.map { [$0] } ?? [])
        thread = CatalogThread(time: time)
        self.log = log
    }

    /// Follows the manifests from now on: what was seen counts until they change. Gives one element for one or more
    /// changes. To be called once.
    package func follow() -> AsyncStream<Void> {
        let watch = ManifestWatch(dataDirectories: dataDirectories, complain: log) { [weak self] in
            self?.fingerprint ?? 0
        }
        self.watch.withLock { $0 = watch }
        thread.add(watch)
        return watch.changes
    }

    package func installedApps() async throws -> [AppIdentity] {
        let installed = try await thread.run { self.installed() }
        if let (path, error) = installed.unreadable {
            throw TelephonyError(.timedOut, "\(path) cannot be read: \(error); try again")
        }
        return installed.apps
    }

    package func register(directory: String) async throws -> AppIdentity {
        guard let personal else {
            throw TelephonyError(
                .developerModeRequired,
                "apps of your own count in developer mode alone; stop the daemon (`systemctl --user stop dialtoned`) and "
                    + "start it with --developer-mode")
        }
        let result = try await thread.run {
            Result { () throws(TelephonyError) in
                try ManifestInstaller(target: personal).install(directory) { manifest throws(UntrustedFile) in
                    try self.check(manifest, in: personal)
                }
            }
        }
        return try result.get()
    }

    /// Who a process is, by its sandbox or its program.
    ///
    /// Throws `TelephonyError` when that cannot be found out now.
    func caller(processID: Int32, formerly known: AppIdentity?) async throws -> Caller {
        try await thread.run { self.identify(processID, formerly: known) }
    }

    /// Runs what may wait for a disk, or for another process, on the thread. Throws `TelephonyError`.
    func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async throws -> Value {
        try await thread.run(body)
    }

    private func identify(_ pid: Int32, formerly known: AppIdentity?) -> Caller {
        if let sandboxed = Sandbox.caller(processID: pid) { return sandboxed }
        guard let executable = FileIdentity(path: "/proc/\(pid)/exe") else {
            return .unknown("its program cannot be seen")
        }
        if let app = lastSeen?.appAsSeen(executable: executable) { return .app(app) }
        let installed = installed()
        if let app = installed.app(executable: executable) { return .app(app) }
        // For the sentence that says whose manifest is missing; by itself it proves nothing.
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe")) ?? ""
        // The name of a deleted file proves nothing, but this was the app when its file was there.
        if let known, let next = installed.app(known, replacing: path) { return .app(next) }
        return .unknown(installed.reason(path: path, executable: executable))
    }

    /// Everything as it is now, from memory when nothing has changed.
    func installed() -> InstalledApps {
        guard let seen = lastSeen, seen.areProgramsAsSeen else { return look() }
        return seen
    }

    /// What was seen at the last look; nil once manifests have changed since, or may have.
    private var lastSeen: InstalledApps? {
        guard let changes = takeIn() else { return nil }
        guard let seen = seen.withLock({ $0 }), seen.changes == changes, seen.folders == folderStamps else {
            return nil
        }
        return seen.apps
    }

    /// Changes so far; nil where the kernel does not tell of all of them. The kernel has told of a change by the time that
    /// who made it goes on.
    private func takeIn() -> Int? { watch.withLock { $0 }?.takeIn() }

    /// Whether the kernel tells of all changes.
    var isFollowing: Bool { get async { (try? await thread.run { self.takeIn() != nil }) == true } }

    private var folderStamps: [FileStamps] { folders.map { FileStamps(path: $0.path) } }

    /// How often all was looked at so far.
    var lookCount: Int { lookCounter.load(ordering: .relaxed) }

    /// Looks at everything.
    private func look() -> InstalledApps {
        lookCounter.add(1, ordering: .relaxed)
        let (changes, folders, now) = (takeIn(), folderStamps, Int(time(nil)))
        let installed = InstalledApps(contents())
        let seen = changes.flatMap { changes in
            installed.isSettled(at: now) ? Seen(apps: installed, changes: changes, folders: folders) : nil
        }
        self.seen.withLock { $0 = seen }
        for (path, problem) in installed.problems.sorted(by: { $0.key < $1.key }) { complain(path, problem) }
        return installed
    }

    private func contents() -> ManifestShelf.Contents { shelf.withLock { $0.contents(at: time(nil)) } }

    private var fingerprint: Int {
        shelf.withLock { shelf in
            _ = shelf.contents(at: time(nil))
            return shelf.fingerprint
        }
    }

    /// Throws why a manifest would not count in the person's folder.
    private func check(_ manifest: Manifest, in folder: ManifestFolder) throws(UntrustedFile) {
        let name = manifest.identity.bundleIdentifier
        let origin = "\(folder.path)/\(name)"
        var contents = contents()
        contents.found.removeAll { $0.origin == origin }
        contents.problems[origin] = nil
        contents.found.append(FoundManifest(manifest: manifest, origin: origin, isFromSystem: false))
        if let problem = InstalledApps(contents).problems[origin] { throw problem }
    }

    private func complain(_ path: String, _ why: UntrustedFile) {
        let line = "the manifest \(path) does not count: \(why)"
        if complaints.withLock({ $0.count < Self.maximumApps && $0.insert(line).inserted }) { log(line) }
    }
}
