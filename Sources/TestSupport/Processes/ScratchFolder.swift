// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc

/// A new folder under /tmp, with a path short enough for socket addresses, that is removed with everything in it.
package final class ScratchFolder: Sendable {
    package let path: String

    package init() throws {
        var template = Array("/tmp/dialtone-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SpawnFailed(description: "no scratch folder: errno \(errno)") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { remove() }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    package func write(_ text: String, to name: String) throws {
        guard let file = fopen(file(name), "w") else { throw SpawnFailed(description: "cannot write \(name)") }
        defer { fclose(file) }
        fputs(text, file)
    }

    /// The text of a file; empty when there is none.
    package func read(_ name: String) -> String {
        guard let file = fopen(file(name), "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
