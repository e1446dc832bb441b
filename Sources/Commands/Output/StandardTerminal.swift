// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The standard output and error of this process, written without a buffer so that a reader sees each line at once.
struct StandardTerminal: Terminal {
    /// Where lines go; a test's own.
    var output = STDOUT_FILENO

    func print(_ line: String) throws {
        switch write(line + "\n", to: output) {
        case 0: return
        case EPIPE: throw OutputClosed()
        case let error:
            throw CommandFailure("the output cannot be written (\(String(cString: strerror(error)))); redirect it")
        }
    }

    /// What the person set in COLUMNS, else what the terminal says.
    var columns: Int? {
        if let text = getenv("COLUMNS"), let columns = Int(String(cString: text)), columns > 0 { return columns }
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    func complain(_ line: String) {
        _ = write(line + "\n", to: STDERR_FILENO)
    }

    func typedLines() -> AsyncStream<String> {
        let lines = TypedLines()
        return AsyncStream { await lines.next()?.trimmingSpaces }
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

    /// Returns 0, or the error.
    private func write(_ text: String, to descriptor: Int32) -> Int32 {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count < 0 else {
                bytes = bytes.dropFirst(count)
                continue
            }
            let error = errno
            switch error {
            case EINTR: continue
            case EAGAIN: waitForRoom(in: descriptor)
            default: return error
            }
        }
        return 0
    }

    /// A terminal or a pipe may have been made non-blocking by another program that has it.
    private func waitForRoom(in descriptor: Int32) {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
    }
}

extension String {
    /// Without spaces at either end.
    fileprivate var trimmingSpaces: String {
        let characters = drop { $0.isWhitespace }
        return String(characters.reversed().drop { $0.isWhitespace }.reversed())
    }
}
