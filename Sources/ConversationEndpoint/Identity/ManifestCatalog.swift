// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Synchronization
package import Telephony

/// The installed apps, read from the data directories whenever somebody asks: what is on disk is the truth.
package final class ManifestCatalog: AppCatalog {
    private let folders: [ManifestFolder]
    private let personal: ManifestFolder?
    private let log: @Sendable (String) -> Void
    /// What was complained about already, so that a bad manifest is logged once and not with every call.
    private let complaints = Mutex<Set<String>>([])

    /// Apps in all folders at most; what is beyond is ignored.
    package static let maximumApps = 1_024

    /// - Parameters:
    ///   - systemDirectories: root-owned data directories, the first wins.
    ///   - personalDirectory: the person's own data directory; nil unless in developer mode.
    package init(
        systemDirectories: [String], personalDirectory: String?, log: @escaping @Sendable (String) -> Void
    ) {
        folders = systemDirectories.map { ManifestFolder(dataDirectory: $0, owner: 0) }
        personal = personalDirectory.map { ManifestFolder(dataDirectory: $0, owner: geteuid()) }
        self.log = log
    }

    package func installedApps() async -> [AppIdentity] { manifests().map(\.identity) }

    package func register(directory: String) async throws -> AppIdentity {
        guard let personal else {
            throw TelephonyError(
                .developerModeRequired, "start dialtoned with --developer-mode to register apps of your own")
        }
        return try ManifestInstaller(target: personal).install(directory)
    }

    /// Every manifest that counts; of two with one identifier the first, system before person.
    func manifests() -> [Manifest] {
        var seen: Set<String> = []
        let all = (folders + (personal.map { [$0] } ?? [])).flatMap { $0.manifests(reject: complain) }
        return Array(all.filter { seen.insert($0.identity.bundleIdentifier).inserted }.prefix(Self.maximumApps))
    }

    /// The app whose program this file is.
    func app(executable: FileIdentity) -> AppIdentity? {
        manifests().first { FileIdentity(path: $0.executable) == executable }?.identity
    }

    /// An app by its identifier, when a link of the kernel's says that the file which was its program has been deleted, as
    /// the installation of a newer version does.
    func app(_ identifier: String, replacing link: String) -> AppIdentity? {
        guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else { return nil }
        return manifests().first {
            $0.identity.bundleIdentifier == identifier && path == "\($0.executable) (deleted)"
        }?.identity
    }

    private func complain(_ path: String, _ why: UntrustedFile) {
        let line = "the manifest \(path) does not count: \(why)"
        if complaints.withLock({ $0.count < Self.maximumApps && $0.insert(line).inserted }) { log(line) }
    }
}
