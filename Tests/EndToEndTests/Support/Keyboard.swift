// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport

/// The standard input of a program that a test types on: a named pipe, which has no end before `close()`.
struct Keyboard: Sendable {
    let path: String
    private let descriptor: Int32

    init(_ folder: ScratchFolder) throws {
        var name: String
        repeat { name = folder.file("keyboard-\(UInt32.random(in: 0 ... .max))") } while access(name, F_OK) == 0
        path = name
        guard mkfifo(path, 0o600) == 0 else { throw Unexpected(description: "mkfifo: errno \(errno)") }
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw Unexpected(description: "no keyboard: errno \(errno)") }
    }

    func type(_ line: String) { _ = "\(line)\n".withCString { write(descriptor, $0, strlen($0)) } }

    func close() { Glibc.close(descriptor) }
}

extension DialtoneRig {
    /// Starts a program that reads what is typed on a keyboard.
    func start(_ command: String, typingOn keyboard: Keyboard) throws -> RunningProgram {
        try start(["/bin/sh", "-c", "exec \(command) < \(keyboard.path)"])
    }
}
