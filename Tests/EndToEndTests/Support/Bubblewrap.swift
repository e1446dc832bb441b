// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport

/// A sandbox as flatpak makes it: namespaces of its own, and a record in the root of its file system.
struct Bubblewrap: Sendable {
    static let program = "/usr/bin/bwrap"

    /// Whether it is installed and the kernel lets this user make namespaces.
    static let works: Bool = {
        guard access(program, X_OK) == 0 else { return false }
        let probe = try? ChildProcess([program] + namespaces + ["--", "/bin/true"], log: "/dev/null")
        return probe?.collect() == 0
    }()

    /// Options that make the record; none for a sandbox that is not flatpak's.
    let record: [String]

    /// The words that run a program in it.
    func words(_ arguments: [String]) -> [String] { [Self.program] + Self.namespaces + record + ["--"] + arguments }

    /// A root of its own, in which all that is in ours can be found.
    private static let namespaces: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/")) ?? []
        let places = names.sorted().filter { !["proc", "dev"].contains($0) }.flatMap { name -> [String] in
            if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/\(name)") {
                return ["--symlink", target, "/\(name)"]
            }
            var status = stat()
            let isFolder = stat("/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            return isFolder ? ["--bind", "/\(name)", "/\(name)"] : []
        }
        // Not --die-with-parent: the parent would be the thread that starts it, and threads come and go.
        return ["--unshare-pid", "--unshare-ipc"] + places + ["--proc", "/proc", "--dev", "/dev"]
    }()
}

extension DialtoneRig {
    /// Where the app of a sandbox is installed.
    static let sandboxedApp = "flatpak/org.example.boxed/files"

    /// Installs the app that runs in a sandbox: its manifest is in its own folder.
    func installSandboxedApp(entitlements: [String]) throws {
        try install(
            AppManifest("org.example.boxed", executable: "/app/bin/boxed", entitlements: entitlements),
            in: "\(Self.sandboxedApp)/share/dialtone/apps")
    }

    /// A sandbox with the record of an app.
    func sandbox(of name: String) throws -> Bubblewrap {
        try sandbox(record: "[Application]\nname=\(name)\n\n[Instance]\napp-path=\(folder.file(Self.sandboxedApp))\n")
    }

    /// A sandbox with this text for its record.
    func sandbox(record: String) throws -> Bubblewrap {
        let file = try folder.write(record, to: "flatpak-info")
        return Bubblewrap(record: ["--ro-bind", file, "/.flatpak-info"])
    }

    /// A program that was copied, calling from a sandbox.
    func caller(_ name: String, in sandbox: Bubblewrap) async throws -> HeldCaller {
        let words = sandbox.words([folder.file("bin-\(name)"), bus.socket])
        return try await onThread { try HeldCaller(words) }
    }
}
