// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Bytes on a socket, past any layer.
enum RawSocket {
    static func write(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }

    static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
}

extension RawSocket {
    static func read(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
