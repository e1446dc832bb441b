// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What changes with the contents, the owner or the mode of some files (inode(7): the change time cannot be set).
struct FileStamps: Hashable, Sendable {
    private struct Stamp: Hashable {
        var file: FileIdentity
        var seconds: Int
        var nanoseconds: Int
    }

    private var stamps: [Stamp?] = []
    /// When the last of them changed, in seconds since 1970.
    private(set) var newest = 0

    /// Seconds in which a file can change again under the same time.
    static let granularity = 2

    init() {}

    /// The stamp of the file that a path leads to, links followed; of none, where none is.
    init(path: String) {
        var status = stat()
        add(stat(path, &status) == 0 ? status : nil)
    }

    mutating func add(_ descriptor: Int32) {
        var status = stat()
        add(fstat(descriptor, &status) == 0 ? status : nil)
    }

    mutating func add(_ name: String, in folder: Int32) {
        var status = stat()
        add(fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil)
    }

    /// Whether what is read at this time, in seconds since 1970, is what these stamps stand for: a file that changed
    /// just before may change again unseen.
    func areSettled(at now: Int) -> Bool { newest + Self.granularity <= now }

    private mutating func add(_ status: stat?) {
        stamps.append(
            status.map {
                Stamp(file: FileIdentity($0), seconds: $0.st_ctim.tv_sec, nanoseconds: $0.st_ctim.tv_nsec)
            })
        if let status { newest = max(newest, status.st_ctim.tv_sec) }
    }
}
