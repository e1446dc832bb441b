// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc

/// A folder or file that nobody but its owner can change, opened without following links.
///
/// The checks are made on the open descriptor, so that nothing can be swapped between check and use.
struct TrustedFile: ~Copyable {
    private let descriptor: Int32

    /// Bytes of a manifest file at most.
    static let maximumSize = 65_536

    /// Opens a folder by its path; of the way there nothing is checked.
    init(folder path: String, owner: uid_t) throws(UntrustedFile) {
        descriptor = try Self.check(
            open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), name: path, owner: owner, kind: S_IFDIR)
    }

    /// Takes over a folder that was opened and checked.
    init(checked descriptor: Int32) { self.descriptor = descriptor }

    /// Takes a descriptor that was opened, or refuses and closes it.
    private static func check(
        _ descriptor: Int32, name: String, owner: uid_t, kind: mode_t
    ) throws(UntrustedFile) -> Int32 {
        guard descriptor >= 0 else { throw UntrustedFile(errno: errno, name) }
        var status = stat()
        let problem: String? =
            if fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT != kind {
                "not a \(kind == S_IFDIR ? "folder" : "file")"
            } else if status.st_uid != owner {
                "it belongs to user \(status.st_uid); give it to user \(owner) (chown)"
            } else if status.st_mode & (S_IWGRP | S_IWOTH) != 0 {
                "others than its owner can write to it; take that away (chmod go-w)"
            } else {
                nil
            }
        guard let problem else { return descriptor }
        Glibc.close(descriptor)
        throw UntrustedFile(description: "\(name): \(problem)")
    }

    deinit { Glibc.close(descriptor) }

    /// A folder inside this one.
    func folder(_ name: String, owner: uid_t) throws(UntrustedFile) -> TrustedFile {
        TrustedFile(
            checked: try Self.check(
                openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), name: name, owner: owner,
                kind: S_IFDIR))
    }

    /// The contents of a file inside this folder.
    func contents(of name: String, owner: uid_t) throws(UntrustedFile) -> Data {
        // Not blocking: a pipe with this name must not hold up the daemon before it is found to be none.
        let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let opened = openat(descriptor, name, flags)
        let file = TrustedFile(checked: try Self.check(opened, name: name, owner: owner, kind: S_IFREG))
        return try file.read(name)
    }

    /// The names in this folder, dot files left out, sorted.
    func names() throws(UntrustedFile) -> [String] {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0, let stream = fdopendir(copy) else { throw UntrustedFile(errno: errno, "a folder") }
        defer { closedir(stream) }
        rewinddir(stream)
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw UntrustedFile(errno: errno, "a folder") }
        return names.sorted()
    }

    /// What changes with the contents, the owner or the mode of files in this folder, and of the folder itself.
    func stamps(of names: [String]) -> FileStamps {
        var stamps = FileStamps()
        stamps.add(descriptor)
        for name in names { stamps.add(name, in: descriptor) }
        return stamps
    }

    private func read(_ name: String) throws(UntrustedFile) -> Data {
        var bytes = [UInt8](repeating: 0, count: Self.maximumSize + 1)
        var count = 0
        while count < bytes.count {
            let got = bytes[count...].withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            guard got >= 0 else { throw UntrustedFile(errno: errno, name) }
            if got == 0 { return Data(bytes[..<count]) }
            count += got
        }
        throw UntrustedFile(description: "\(name): larger than \(Self.maximumSize) bytes")
    }
}
