// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The way to a folder, gone part by part: whoever owns a part of it could lead it elsewhere, to a folder that is to be
/// trusted in another place.
///
/// Each part has to belong to root or to the owner, and none may be writable by everybody unless it is sticky, as /tmp
/// is. Links in such folders are as good as the folders.
struct TrustedPath: ~Copyable {
    private let owner: uid_t
    private var descriptor: Int32
    /// The parts that are still to be gone, the next one last.
    private var rest: [Substring]
    private var links = 0

    private static let maximumLinks = 32
    /// O_PATH, which does not import.
    private static let pathOnly: Int32 = 0o10_000_000

    /// Opens the folder that an absolute path leads to.
    static func open(_ path: String, owner: uid_t) throws(UntrustedFile) -> TrustedFile {
        var way = try TrustedPath(path, owner: owner)
        while let part = way.rest.popLast() { try way.enter(String(part)) }
        let folder = openat(way.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw UntrustedFile(errno: errno, path) }
        return TrustedFile(checked: folder)
    }

    private init(_ path: String, owner: uid_t) throws(UntrustedFile) {
        self.owner = owner
        rest = Self.parts(path)
        descriptor = try Self.root()
    }

    deinit { close(descriptor) }

    private static func parts(_ path: String) -> [Substring] {
        path.split(separator: "/").filter { $0 != "." }.reversed()
    }

    private static func root() throws(UntrustedFile) -> Int32 {
        let root = Glibc.open("/", pathOnly | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { throw UntrustedFile(errno: errno, "/") }
        return root
    }

    private mutating func enter(_ name: String) throws(UntrustedFile) {
        let next = openat(descriptor, name, Self.pathOnly | O_NOFOLLOW | O_CLOEXEC)
        guard next >= 0 else { throw UntrustedFile(errno: errno, name) }
        do {
            if try isLink(next, name) { try follow(next, name) } else { go(to: next) }
        } catch {
            close(next)
            throw error
        }
    }

    private mutating func go(to next: Int32) {
        close(descriptor)
        descriptor = next
    }

    /// Whether it is a link and no folder. Throws when it is neither, or not to be trusted.
    private func isLink(_ file: Int32, _ name: String) throws(UntrustedFile) -> Bool {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw UntrustedFile(errno: errno, name) }
        guard status.st_uid == 0 || status.st_uid == owner else {
            throw UntrustedFile(description: "\(name), on the way to it, belongs to user \(status.st_uid)")
        }
        if status.st_mode & S_IFMT == S_IFLNK { return true }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw UntrustedFile(errno: ENOTDIR, name) }
        guard status.st_mode & S_IWOTH == 0 || status.st_mode & S_ISVTX != 0 else {
            throw UntrustedFile(description: "\(name), on the way to it, can be changed by everybody")
        }
        return false
    }

    private mutating func follow(_ link: Int32, _ name: String) throws(UntrustedFile) {
        links += 1
        guard links <= Self.maximumLinks else { throw UntrustedFile(errno: ELOOP, name) }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(link, "", &buffer, buffer.count)
        guard count > 0, count < buffer.count else { throw UntrustedFile(errno: ELOOP, name) }
        let target = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if target.hasPrefix("/") { go(to: try Self.root()) }
        rest += Self.parts(target)
        close(link)
    }
}
