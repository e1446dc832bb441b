// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc

/// Programs that run what others give them, and so are nobody's own: interpreters, shells, loaders, programs of many
/// names.
///
/// By their names, by what the system says of itself (shells(5), binfmt_misc) and by the scripts that name them.
struct SharedPrograms: Sendable {
    private var files: Set<FileIdentity> = []

    /// What a list of the system's holds at most.
    private static let maximumSize = 65_536

    /// Those whose names may go on with a version.
    private static let interpreters: Set = [
        "python", "pypy", "perl", "ruby", "jruby", "lua", "luajit", "php", "node", "nodejs", "deno", "bun", "gjs",
        "qjs",
        "tclsh", "wish", "guile", "java", "mono", "dotnet", "ghci", "erl", "escript", "ocaml", "racket", "sbcl",
        "julia", "scala",
        "kotlin", "groovy", "swift", "qml", "qmlscene", "qemu", "wine", "rscript", "octave", "electron", "awk", "gawk",
        "mawk", "nawk", "sed", "m4", "make", "expect", "emacs", "vim", "nvim", "gdb",
    ]
    private static let others: Set = [
        "sh", "bash", "rbash", "dash", "ash", "zsh", "fish", "ksh", "mksh", "pdksh", "csh", "tcsh", "elvish",
        "pwsh", "busybox", "toybox", "coreutils", "env", "xargs", "sudo", "su", "doas", "pkexec", "setpriv", "nice",
        "nohup",
        "timeout", "strace", "ltrace", "unshare", "nsenter", "chroot", "bwrap", "flatpak", "snap", "podman", "docker",
        "ssh",
        "tmux", "screen", "systemd", "systemd-run", "dbus-launch", "dbus-run-session", "gjs-console", "mono-sgen",
        "php-cgi",
        "swift-frontend", "beam.smp", "runghc", "valgrind", "proot", "fakeroot", "xterm", "script",
    ]
    private static let loaders = ["ld-", "ld.so", "ld64.so", "libc.so", "qemu-"]

    /// Reads what the system says. What cannot be read names nobody.
    init() {
        for line in Self.text("/etc/shells").split(separator: "\n") where line.hasPrefix("/") { add(String(line)) }
        let formats = "/proc/sys/fs/binfmt_misc"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: formats)) ?? [] {
            for line in Self.text("\(formats)/\(name)").split(separator: "\n") where line.hasPrefix("interpreter ") {
                add(String(line.dropFirst("interpreter ".count)))
            }
        }
    }

    /// Notes the file that a path leads to.
    mutating func add(_ path: String) { if let file = FileIdentity(path: path) { files.insert(file) } }

    /// Why a file can be nobody's; nil when nothing speaks against it.
    func reason(path: String, identity: FileIdentity) -> String? {
        let names = [path, Self.resolved(path)].compactMap { $0.split(separator: "/").last.map(String.init) }
        guard files.contains(identity) || names.contains(where: Self.isShared) else { return nil }
        return
            "runs what others give it, so it is nobody's own; docs/roles.md says how an app that is written for it gets an "
            + "identity"
    }

    /// Whether a program of this name runs what others give it.
    static func isShared(_ name: String) -> Bool {
        let name = name.lowercased()
        if others.contains(name) || loaders.contains(where: name.hasPrefix) { return true }
        guard let end = name.firstIndex(where: { !$0.isLetter }) else { return interpreters.contains(name) }
        let version = name[end...].allSatisfy { !$0.isLetter || $0 == "d" || $0 == "m" }
        return version && interpreters.contains(String(name[..<end]))
    }

    /// Where the links of a path lead; itself when that is nowhere.
    static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func text(_ path: String) -> String {
        guard let file = fopen(path, "re") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: maximumSize)
        return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
    }
}
