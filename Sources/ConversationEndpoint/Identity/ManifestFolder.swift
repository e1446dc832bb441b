// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc

/// A data directory's `dialtone/apps`: one folder an app.
struct ManifestFolder: Hashable, Sendable {
    /// The data directory, such as /usr/share.
    let dataDirectory: String
    /// Who has to own every file in it.
    let owner: uid_t

    var path: String { "\(dataDirectory)/dialtone/apps" }

    /// `bin` of the same prefix.
    var binaries: String {
        let parts = dataDirectory.split(separator: "/")
        // ~/.local/share and /usr/share alike: the prefix is the data directory less its last part.
        return "/" + (parts.dropLast() + ["bin"]).joined(separator: "/")
    }

    /// Every manifest that counts; what does not is told to `reject`.
    func manifests(reject: (String, UntrustedFile) -> Void) -> [Manifest] {
        guard access(path, F_OK) == 0 else { return [] }
        do throws(UntrustedFile) {
            let folder = try TrustedFile(folder: path, owner: owner)
            return folder.names().compactMap { name in
                do throws(UntrustedFile) {
                    return try manifest(name, in: folder)
                } catch {
                    reject("\(path)/\(name)", error)
                    return nil
                }
            }
        } catch {
            reject(path, error)
            return []
        }
    }

    /// One app's manifest.
    func manifest(named name: String) throws(UntrustedFile) -> Manifest {
        try manifest(name, in: try TrustedFile(folder: path, owner: owner))
    }

    private func manifest(_ name: String, in apps: borrowing TrustedFile) throws(UntrustedFile) -> Manifest {
        let folder = try apps.folder(name, owner: owner)
        return try Manifest(
            folderName: name, info: try folder.contents(of: "Info.plist", owner: owner),
            entitlements: try folder.contents(of: "\(name).entitlements", owner: owner), binaries: binaries)
    }
}
