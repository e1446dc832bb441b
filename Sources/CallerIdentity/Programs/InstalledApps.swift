// SPDX-License-Identifier: Apache-2.0
import Glibc
import Telephony

/// The apps that count, with their programs as they are on disk now.
struct InstalledApps: Sendable {
    private struct Installed: Sendable {
        let found: FoundManifest
        let program: FileIdentity
    }

    private var installed: [Installed] = []
    private var byProgram: [FileIdentity: AppIdentity] = [:]
    /// What stands for the programs that manifests name, by their paths.
    private var stamps: [String: FileStamps] = [:]
    private var shared = SharedPrograms()
    /// Programs that several manifests name: they are nobody's.
    private(set) var contested: [FileIdentity: [String]] = [:]
    /// Why manifests do not count, by where they are.
    private(set) var problems: [String: UntrustedFile]

    /// Looks at the programs of manifests; of two with one identifier the first counts.
    init(_ contents: ManifestShelf.Contents) {
        problems = contents.problems
        for found in withoutDoubles(contents.found) { look(at: found) }
        // Known by now: what the scripts name that were found among the programs.
        for app in installed {
            guard let reason = shared.reason(path: app.found.manifest.executable, identity: app.program) else {
                continue
            }
            problems[app.found.origin] = UntrustedFile(
                description: "its program \(app.found.manifest.executable) \(reason)")
        }
        settleContests()
        installed.removeAll { problems[$0.found.origin] != nil }
        for app in installed { byProgram[app.program] = app.found.manifest.identity }
    }

    /// Every app that counts.
    var apps: [AppIdentity] { installed.map(\.found.manifest.identity) }

    /// Something that could not be read: what is missing then may be there.
    var unreadable: (path: String, error: UntrustedFile)? {
        problems.filter(\.value.isUnreadable).min { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The app whose program a file is.
    func app(executable: FileIdentity) -> AppIdentity? { byProgram[executable] }

    /// The app whose program a file is, when that program is still what was looked at: the number of a file that has gone
    /// is soon another one's.
    func appAsSeen(executable: FileIdentity) -> AppIdentity? {
        guard let app = byProgram[executable], let path = app.program, stamps[path] == FileStamps(path: path) else {
            return nil
        }
        return app
    }

    /// Whether the programs that manifests name are what was looked at.
    var areProgramsAsSeen: Bool { stamps.allSatisfy { $0.value == FileStamps(path: $0.key) } }

    /// Whether what was looked at, at this time in seconds since 1970, can be told from what comes later.
    func isSettled(at now: Int) -> Bool { unreadable == nil && stamps.values.allSatisfy { $0.areSettled(at: now) } }

    /// The app as it is now, when a link of the kernel's says that the file which was its program has been deleted, as
    /// the installation of a newer version does.
    func app(_ former: AppIdentity, replacing link: String) -> AppIdentity? {
        apps.first {
            $0.bundleIdentifier == former.bundleIdentifier && $0.program.map { link == "\($0) (deleted)" } == true
        }
    }

    /// Why a program of this path and file is no app, and what to do.
    func reason(path: String, executable: FileIdentity) -> String {
        if let names = contested[executable] {
            return "the manifests of \(names.joined(separator: " and ")) name its program \(path); remove one"
        }
        if let reason = shared.reason(path: path, identity: executable) {
            return "no manifest names its program \(path), which \(reason)"
        }
        if let (place, error) = unreadable { return "\(place) cannot be read: \(error)" }
        return "no manifest names its program \(path); install one in share/dialtone/apps (for dialtone itself: "
            + "make install, or scripts/demo --shell)"
    }

    private mutating func withoutDoubles(_ all: [FoundManifest]) -> [FoundManifest] {
        var first: [String: String] = [:]
        return all.filter { found in
            guard let other = first[found.identifier] else {
                first[found.identifier] = found.origin
                return first.count <= ManifestCatalog.maximumApps
            }
            problems[found.origin] = UntrustedFile(description: "\(other) has its identifier, and counts")
            return false
        }
    }

    private mutating func look(at found: FoundManifest) {
        // Before the look: what comes to the path meanwhile has another stamp.
        stamps[found.manifest.executable] = FileStamps(path: found.manifest.executable)
        do throws(UntrustedFile) {
            let program = try AppProgram(path: found.manifest.executable, shared: shared)
            installed.append(Installed(found: found, program: program.identity))
        } catch {
            problems[found.origin] = error
            error.interpreter.map { shared.add($0) }
        }
    }

    /// A program that several manifests name is nobody's, but for two: what comes with the system stays the system's, and
    /// the command line stays itself, so that nobody can lock the person out.
    private mutating func settleContests() {
        for (program, all) in Dictionary(grouping: installed, by: \.program) where all.count > 1 {
            let highest = all.map { Self.rank($0.found) }.max() ?? 0
            let winners = all.filter { Self.rank($0.found) == highest }
            for app in all where winners.count > 1 || app.found.origin != winners[0].found.origin {
                let others = all.filter { $0.found.origin != app.found.origin }.map(\.found.identifier).sorted()
                problems[app.found.origin] = UntrustedFile(
                    description:
                        "its program \(app.found.manifest.executable) is named by \(others.joined(separator: ", ")) too"
                )
            }
            if winners.count > 1 { contested[program] = all.map(\.found.identifier).sorted() }
        }
    }

    private static func rank(_ found: FoundManifest) -> Int {
        (found.isFromSystem ? 2 : 0) + (found.identifier == AppIdentity.commandLine ? 1 : 0)
    }
}
