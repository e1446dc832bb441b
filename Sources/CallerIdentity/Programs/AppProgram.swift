// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file that can be an app: a program that runs for this app alone.
///
/// Whatever runs under it is the app, so one that runs what others give it (an interpreter, a loader, a shell) would make
/// an app of every script.
struct AppProgram: Sendable {
    let identity: FileIdentity

    /// Looks at the file that a path leads to. Throws what is wrong with it.
    init(path: String, shared: SharedPrograms) throws(UntrustedFile) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw Self.cannotOpen(path, errno)
        }
        defer { close(descriptor) }
        identity = try Self.identity(of: descriptor, path)
        try Self.checkFormat(descriptor, path)
        if let reason = shared.reason(path: path, identity: identity) {
            throw UntrustedFile(description: "its program \(path) \(reason)")
        }
    }

    private static func identity(of descriptor: Int32, _ path: String) throws(UntrustedFile) -> FileIdentity {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw UntrustedFile(errno: errno, "the program \(path)") }
        let problem: String? =
            if status.st_mode & S_IFMT != S_IFREG {
                "is no file"
            } else if status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH) == 0 {
                "is not executable; make it so (chmod a+x)"
            } else if status.st_mode & S_IWOTH != 0 {
                "can be changed by everybody; take that away (chmod o-w)"
            } else {
                nil
            }
        if let problem { throw UntrustedFile(description: "its program \(path) \(problem)") }
        return FileIdentity(status)
    }

    private static func cannotOpen(_ path: String, _ number: Int32) -> UntrustedFile {
        var problem = UntrustedFile(errno: number, "the program \(path)")
        if problem.isMissing {
            problem.description =
                "there is no program \(path); build it, or give CFBundleExecutable its absolute path"
        }
        return problem
    }

    /// execve(2): the interpreter's path goes to the first blank or the end of the line.
    private static func isScript(_ path: String, _ start: [UInt8]) -> UntrustedFile {
        var problem = UntrustedFile(
            description: "its program \(path) is a script, which runs as its interpreter, as any other script does; "
                + "docs/roles.md says how such an app gets an identity")
        let words = start.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }.split { [0x20, 0x09].contains($0) }
        problem.interpreter = words.first.map { String(decoding: $0, as: UTF8.self) }
        return problem
    }

    private static func checkFormat(_ descriptor: Int32, _ path: String) throws(UntrustedFile) {
        let start = try BinaryReader(descriptor).bytes(at: 0, count: 256)
        if start.starts(with: Array("#!".utf8)) {
            throw Self.isScript(path, start)
        }
        guard let header = ELFHeader(start) else {
            throw UntrustedFile(description: "its program \(path) is no ELF program of this computer")
        }
        guard try header.isProgram(BinaryReader(descriptor)) else {
            throw UntrustedFile(description: "its program \(path) is a library or a loader and no program")
        }
    }
}
