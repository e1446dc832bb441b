// SPDX-License-Identifier: Apache-2.0
import Glibc
import Telephony
import TestSupport

@testable import Storage

/// A new folder with a store in it; the folder goes with the value.
final class StoreFolder: Sendable {
    private let folder: ScratchFolder
    let timekeeper = ManualTimekeeper()

    init() throws { folder = try ScratchFolder() }

    var path: String { folder.path }
    var database: String { folder.file("history.db") }
    func store() -> Store { Store(path: database, timekeeper: timekeeper) }

    func bytes(_ name: String = "history.db") -> [UInt8] {
        guard let file = fopen("\(path)/\(name)", "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return bytes
    }

    /// Whether a file has these bytes; a failed expectation does not print them all.
    func holds(_ bytes: [UInt8], in name: String = "history.db") -> Bool { self.bytes(name) == bytes }

    func write(_ bytes: [UInt8], to name: String = "history.db") {
        guard let file = fopen("\(path)/\(name)", "w") else { return }
        defer { fclose(file) }
        fwrite(bytes, 1, bytes.count, file)
    }

    func mode(_ name: String) -> mode_t {
        var status = stat()
        return stat("\(path)/\(name)", &status) == 0 ? status.st_mode & 0o777 : 0
    }

    func size(_ name: String) -> Int {
        var status = stat()
        return stat("\(path)/\(name)", &status) == 0 ? Int(status.st_size) : 0
    }
}

/// Holds up a thread, as a disk that hangs does, until it is let go on.
final class Hang: Sendable {
    private let ends: (read: Int32, write: Int32)

    init() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        self.ends = (ends[0], ends[1])
    }

    deinit {
        close(ends.read)
        close(ends.write)
    }

    func wait() {
        var byte: UInt8 = 0
        _ = read(ends.read, &byte, 1)
    }

    func end() {
        var byte: UInt8 = 0
        _ = write(ends.write, &byte, 1)
    }
}
