// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Glibc

/// The standard output and error of this process, written without a buffer so that a reader sees each line at once.
struct StandardTerminal: Terminal {
    func print(_ line: String) throws {
        guard write(line + "\n", to: STDOUT_FILENO) else { throw OutputClosed() }
    }

    func complain(_ line: String) {
        _ = write(line + "\n", to: STDERR_FILENO)
    }

    func typedLines() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        // read(2) blocks, so it has a thread; it ends with the input or with the process.
        DispatchQueue.global().async {
            while let line = readLine() { continuation.yield(line.trimmingSpaces) }
            continuation.finish()
        }
        return lines
    }

    func typedSecret() -> String? {
        var shown = termios()
        guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return readLine()?.trimmingSpaces }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown) }
        return readLine()?.trimmingSpaces
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

extension String {
    /// Without spaces at either end.
    fileprivate var trimmingSpaces: String {
        let characters = drop { $0.isWhitespace }
        return String(characters.reversed().drop { $0.isWhitespace }.reversed())
    }
}
