// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reads a file by offset.
struct BinaryReader {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Up to so many bytes; fewer at the end of the file.
    func bytes(at offset: UInt64, count: Int) throws(UntrustedFile) -> [UInt8] {
        guard let offset = off_t(exactly: offset) else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let got = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, offset) }
        guard got >= 0 else { throw UntrustedFile(errno: errno, "a program") }
        return Array(bytes.prefix(got))
    }
}
