// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Telephony

/// Copies an app's manifest into a data directory.
struct ManifestInstaller: Sendable {
    let target: ManifestFolder

    /// Installs the Info.plist and the one .entitlements file of a folder.
    ///
    /// - Parameter check: throws why the manifest would not count there.
    func install(
        _ directory: String, check: (Manifest) throws(UntrustedFile) -> Void
    ) throws(TelephonyError) -> AppIdentity {
        do {
            return try copy(from: directory, check)
        } catch let error as UntrustedFile {
            throw TelephonyError(
                .invalidArgument, "\(error); mend that and type `dialtone apps register` with the folder again")
        } catch let error as TelephonyError {
            throw error
        } catch {
            throw TelephonyError(
                .invalidArgument,
                "the manifest cannot be copied to \(target.path) (\(error)); make room there, or let this user write to it"
            )
        }
    }

    private func copy(
        from directory: String, _ check: (Manifest) throws(UntrustedFile) -> Void
    ) throws -> AppIdentity {
        guard directory.hasPrefix("/") else {
            throw TelephonyError(.invalidArgument, "the folder's path is not absolute; begin it with /")
        }
        let source = try TrustedFile(folder: directory, owner: target.owner)
        let found = try source.names().filter { $0.hasSuffix(".entitlements") }
        guard found.count == 1, let entitlementsName = found.first else {
            throw TelephonyError(
                .invalidArgument,
                "there are \(found.count) .entitlements files in the folder; an app has one, and its Info.plist beside it"
            )
        }
        let info = try source.contents(of: "Info.plist", owner: target.owner)
        let entitlements = try source.contents(of: entitlementsName, owner: target.owner)
        // The names of the folder and of the second file are ours to give: both are the identifier.
        let manifest = try Manifest(folderName: nil, info: info, entitlements: entitlements, binaries: target.binaries)
        try check(manifest)
        let name = manifest.identity.bundleIdentifier
        try write(["Info.plist": info, "\(name).entitlements": entitlements], name: name)
        return manifest.identity
    }

    /// Written beside and renamed, so that a half-written manifest never counts.
    private func write(_ files: [String: Data], name: String) throws {
        let mask = umask(0o022)
        defer { umask(mask) }
        let folder = "\(target.path)/\(name)"
        let fresh = "\(target.path)/.\(name).new"
        try? FileManager.default.removeItem(atPath: fresh)
        try FileManager.default.createDirectory(atPath: fresh, withIntermediateDirectories: true)
        for (file, contents) in files { try contents.write(to: URL(filePath: "\(fresh)/\(file)")) }
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.moveItem(atPath: fresh, toPath: folder)
    }
}
