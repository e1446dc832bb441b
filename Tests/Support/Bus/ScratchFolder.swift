// SPDX-License-Identifier: Apache-2.0
import DBus
import FoundationEssentials
package import Glibc

/// A folder of a test's own, removed with the last reference to it.
package final class ScratchFolder: Sendable {
    /// Its absolute path; short enough for a socket's.
    package let path: String

    /// Makes an empty folder that only this user may enter. Throws `DBusError.failed`.
    package init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/dialtone-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw DBusError(DBusError.failed, "mkdtemp: \(String(cString: strerror(errno)))")
        }
        path = template.withUnsafeBufferPointer { buffer in
            String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of something in it.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file in it, making the folders on the way, and returns its path: whole at once for whoever watches, as
    /// package managers do. Throws `DBusError.failed`.
    @discardableResult
    package func write(_ text: String, to name: String, mode: mode_t = 0o644) throws -> String {
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o755)
        }
        let target = file(name)
        let draft = "\(target).\(UInt64.random(in: 0 ..< .max)).draft"
        let descriptor = open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw DBusError(DBusError.failed, "write \(target): \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, rename(draft, target) == 0 else {
            throw DBusError(DBusError.failed, "write \(target): \(String(cString: strerror(errno)))")
        }
        return target
    }

    /// The text of a file in it; empty when there is none.
    package func read(_ name: String) -> String {
        guard let data = try? Data(contentsOf: URL(filePath: file(name))) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    /// Removes it now, with everything in it.
    package func remove() { try? FileManager.default.removeItem(atPath: path) }
}
