// SPDX-License-Identifier: Apache-2.0
import DBus
import FoundationEssentials
import Glibc
import Synchronization
package import Telephony

/// The installed apps: what is on disk is the truth, looked at on a thread of its own whenever somebody asks.
package final class ManifestCatalog: AppCatalog {
    private let shelf: Mutex<ManifestShelf>
    private let personal: ManifestFolder?
    private let dataDirectories: [String]
    private let thread: CatalogThread
    private let log: @Sendable (String) -> Void
    /// What was complained about already, so that a bad manifest is logged once and not with every call.
    private let complaints = Mutex<Set<String>>([])

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
        shelf = Mutex(ManifestShelf(system + (personal.map { [$0] } ?? [])))
        dataDirectories = systemDirectories + (personalDirectory.map { [$0] } ?? [])
        thread = CatalogThread(time: time)
        self.log = log
    }

    /// Begins to notice that manifests come, go or change. To be called once.
    package func watch() -> ManifestWatch {
        let watch = ManifestWatch(dataDirectories: dataDirectories) { [weak self] in self?.fingerprint ?? 0 }
        thread.add(watch)
        return watch
    }

    package func installedApps() async throws -> [AppIdentity] {
        let installed = try await thread.run { self.look() }
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

    private func identify(_ pid: Int32, formerly known: AppIdentity?) -> Caller {
        if let sandboxed = Sandbox.caller(processID: pid) { return sandboxed }
        guard let executable = FileIdentity(path: "/proc/\(pid)/exe") else {
            return .unknown("its program cannot be seen")
        }
        let installed = look()
        if let app = installed.app(executable: executable) { return .app(app) }
        // For the sentence that says whose manifest is missing; by itself it proves nothing.
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe")) ?? ""
        // The name of a deleted file proves nothing, but this was the app when its file was there.
        if let known, let next = installed.app(known, replacing: path) { return .app(next) }
        return .unknown(installed.reason(path: path, executable: executable))
    }

    /// Everything as it is now; on the thread.
    func look() -> InstalledApps {
        let installed = InstalledApps(contents())
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
