// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc

/// A data directory's `dialtone/apps`: one folder an app.
struct ManifestFolder: Hashable, Sendable {
    /// The data directory, such as /usr/share.
    let dataDirectory: String
    /// Who has to own every file in it.
    let owner: uid_t
    /// Whether it comes with the system and is not the person's own.
    var isSystem = true

    var path: String { "\(dataDirectory)/dialtone/apps" }

    /// Whether there is anything at its path, whoever made it.
    var isThere: Bool { access(path, F_OK) == 0 }

    /// `bin` of the same prefix.
    var binaries: String {
        let parts = dataDirectory.split(separator: "/")
        // ~/.local/share and /usr/share alike: the prefix is the data directory less its last part.
        return "/" + (parts.dropLast() + ["bin"]).joined(separator: "/")
    }

    /// The files of an app's manifest, in a folder of its name.
    private static func files(of name: String) -> [String] { ["Info.plist", "\(name).entitlements"] }

    /// `dialtone/apps`, gone to part by part. Throws `isMissing` where there is none.
    func open() throws(UntrustedFile) -> TrustedFile {
        let data = try TrustedPath.open(dataDirectory, owner: owner)
        return try data.folder("dialtone", owner: owner).folder("apps", owner: owner)
    }

    /// One app's manifest.
    func manifest(named name: String) throws(UntrustedFile) -> Manifest {
        try manifest(in: try app(name, in: open()), name)
    }

    /// An app's own folder in `dialtone/apps`.
    func app(_ name: String, in apps: borrowing TrustedFile) throws(UntrustedFile) -> TrustedFile {
        try apps.folder(name, owner: owner)
    }

    /// Stands for the manifest in an app's folder as it is now.
    func stamps(in folder: borrowing TrustedFile, _ name: String) -> FileStamps {
        folder.stamps(of: Self.files(of: name))
    }

    /// The manifest in an app's folder.
    func manifest(in folder: borrowing TrustedFile, _ name: String) throws(UntrustedFile) -> Manifest {
        let files = Self.files(of: name)
        return try Manifest(
            folderName: name, info: try folder.contents(of: files[0], owner: owner),
            entitlements: try folder.contents(of: files[1], owner: owner), binaries: binaries)
    }
}
