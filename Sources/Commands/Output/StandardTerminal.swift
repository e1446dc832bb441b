// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The standard output and error of this process, written without a buffer so that a reader sees each line at once.
struct StandardTerminal: Terminal {
    func print(_ line: String) throws {
        guard write(line + "\n", to: STDOUT_FILENO) else { throw OutputClosed() }
    }

    func complain(_ line: String) {
        _ = write(line + "\n", to: STDERR_FILENO)
    }

    private func write(_ text: String, to descriptor: Int32) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
