// SPDX-License-Identifier: Apache-2.0
/// The manifests as they were read last: each is read again when its files have changed, and not before.
struct ManifestShelf {
    private struct Entry {
        let stamps: FileStamps
        /// Whether the same stamps stand for the same contents.
        let isSettled: Bool
        let result: Result<Manifest, UntrustedFile>
    }

    /// What is there now.
    struct Contents: Sendable {
        var found: [FoundManifest] = []
        /// What does not count, by where it is.
        var problems: [String: UntrustedFile] = [:]
    }

    private let folders: [ManifestFolder]
    private var entries: [String: Entry] = [:]
    /// How many manifests were read so far.
    private(set) var readings = 0

    /// - Parameter folders: the first ones win.
    init(_ folders: [ManifestFolder]) { self.folders = folders }

    /// Stands for the manifests that were there at the last look.
    var fingerprint: Int { entries.mapValues(\.stamps).hashValue }

    /// Looks at all folders.
    ///
    /// - Parameter now: seconds since 1970.
    mutating func contents(at now: Int) -> Contents {
        var contents = Contents()
        var current: [String: Entry] = [:]
        for folder in folders {
            do throws(UntrustedFile) {
                try look(in: folder, at: now, &contents, &current)
            } catch  where error.isMissing {
                continue
            } catch {
                contents.problems[folder.path] = folder.isThere || error.isUnreadable ? error : nil
            }
        }
        entries = current
        return contents
    }

    private mutating func look(
        in folder: ManifestFolder, at now: Int, _ contents: inout Contents, _ current: inout [String: Entry]
    ) throws(UntrustedFile) {
        let apps = try folder.open()
        for name in try apps.names().prefix(ManifestCatalog.maximumApps) {
            let origin = "\(folder.path)/\(name)"
            do throws(UntrustedFile) {
                let entry = try entry(name, in: folder, apps, at: now)
                current[origin] = entry
                let manifest = try entry.result.get()
                contents.found.append(
                    FoundManifest(manifest: manifest, origin: origin, isFromSystem: folder.isSystem))
            } catch {
                contents.problems[origin] = error
            }
        }
    }

    private mutating func entry(
        _ name: String, in folder: ManifestFolder, _ apps: borrowing TrustedFile, at now: Int
    ) throws(UntrustedFile) -> Entry {
        let app = try folder.app(name, in: apps)
        let stamps = folder.stamps(in: app, name)
        if let known = entries["\(folder.path)/\(name)"], known.isSettled, known.stamps == stamps { return known }
        readings += 1
        let result = Result { () throws(UntrustedFile) in try folder.manifest(in: app, name) }
        // An error of the disk is not kept: the file is as it was when that is over.
        let isLasting = if case .failure(let error) = result { !error.isUnreadable } else { true }
        return Entry(stamps: stamps, isSettled: isLasting && stamps.areSettled(at: now), result: result)
    }
}
