// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Synchronization

/// A connection to a bus without a library: what a hostile program can send, this can.
///
/// Its functions block; a test runs them with `onThread`.
final class RawConnection: Sendable {
    /// The connection's unique name.
    let name: String
    private let descriptor: Int32
    private let state = Mutex(State())

    private struct State {
        var lastSerial: UInt32 = 1
        var unread: ArraySlice<UInt8> = []
        /// Came while something else was waited for.
        var aside: [RawAnswer] = []
    }

    /// Says hello on a socket that is connected to a bus, and takes it over. Throws `RawFailure`.
    ///
    /// - Parameters:
    ///   - user: who connected it.
    ///   - passesDescriptors: whether it may send descriptors.
    init(_ descriptor: Int32, user: uid_t = geteuid(), passesDescriptors: Bool = false) throws {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        do {
            try Self.authenticate(descriptor, user, passesDescriptors)
            let bus = "org.freedesktop.DBus"
            try Self.write(RawMessage(to: bus, "/org/freedesktop/DBus", bus, "Hello").bytes(serial: 1), to: descriptor)
            var unread: ArraySlice<UInt8> = []
            let answer = try Self.next(descriptor, &unread)
            guard answer.kind == .answer else { throw RawFailure(description: "Hello: \(answer.text)") }
            name = String(decoding: answer.body.dropFirst(4).dropLast(), as: UTF8.self)
            state.withLock { $0.unread = unread }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    deinit { Glibc.close(descriptor) }

    /// Ends the connection, as the end of its program would.
    func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private static func authenticate(_ descriptor: Int32, _ user: uid_t, _ passesDescriptors: Bool) throws {
        let name = "\(user)".utf8.map { "3\($0 - 48)" }.joined()
        try write([0] + "AUTH EXTERNAL \(name)\r\n".utf8, to: descriptor)
        try expect("OK", from: descriptor)
        if passesDescriptors {
            try write(Array("NEGOTIATE_UNIX_FD\r\n".utf8), to: descriptor)
            try expect("AGREE_UNIX_FD", from: descriptor)
        }
        try write(Array("BEGIN\r\n".utf8), to: descriptor)
    }

    private static func expect(_ word: String, from descriptor: Int32) throws {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.last != UInt8(ascii: "\n") {
            guard read(descriptor, &byte, 1) == 1 else { throw RawFailure(description: "the bus does not take us") }
            line.append(byte)
        }
        let text = String(decoding: line, as: UTF8.self)
        guard text.hasPrefix(word) else { throw RawFailure(description: "the bus says \(text)") }
    }

    /// Sends a message and returns its serial. Throws `RawFailure` when the bus has closed the connection.
    @discardableResult
    func send(_ message: RawMessage, descriptors: [Int32] = []) throws -> UInt32 {
        let serial = state.withLock { state in
            state.lastSerial += 1
            return state.lastSerial
        }
        let bytes = message.bytes(serial: serial)
        if descriptors.isEmpty {
            try Self.write(bytes, to: descriptor)
        } else {
            try DescriptorPassing.send(bytes, descriptors, on: descriptor)
        }
        return serial
    }

    /// Sends a message again and again, in one go.
    func send(_ message: RawCopies, times: Int) throws {
        let first = state.withLock { state in
            state.lastSerial += UInt32(times)
            return state.lastSerial - UInt32(times) + 1
        }
        try Self.write(message.bytes(times, serial: first), to: descriptor)
    }

    /// Reads and forgets what comes, to the answer to what was sent last. From then on nothing else can be read: it looks
    /// for the answer's serial alone, as a header has it, and not for where messages begin.
    func skipToAnswer() throws {
        let serial = state.withLock(\.lastSerial)
        let field = [5, 1, UInt8(ascii: "u"), 0] + withUnsafeBytes(of: serial.littleEndian) { Array($0) }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        var kept = 0
        while true {
            let count = chunk[kept...].withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw RawFailure(description: "the bus closed the connection or is silent") }
            let end = kept + count
            if Self.has(field, in: chunk, end) { return }
            // The beginning of the field may be the end of what came.
            kept = min(end, field.count - 1)
            chunk.replaceSubrange(..<kept, with: Array(chunk[end - kept..<end]))
        }
    }

    /// By the C library: in an unoptimized build a loop over the bytes would take longer than what it is to measure.
    private static func has(_ field: [UInt8], in bytes: [UInt8], _ end: Int) -> Bool {
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return false }
            var position = 0
            while position + field.count <= end,
                let found = memchr(base + position, Int32(field[0]), end - position - field.count + 1)
            {
                if memcmp(found, field, field.count) == 0 { return true }
                position = base.distance(to: found) + 1
            }
            return false
        }
    }

    /// Calls and returns the answer or the error.
    func call(_ message: RawMessage, descriptors: [Int32] = []) throws -> RawAnswer {
        let serial = try send(message, descriptors: descriptors)
        return try next { $0.replySerial == serial && $0.kind != .signal }
    }

    /// The next message that fits, of those set aside and those that come. Throws `RawFailure` after 30 s of silence.
    func next(where fits: (RawAnswer) -> Bool) throws -> RawAnswer {
        try state.withLock { state in
            if let index = state.aside.firstIndex(where: fits) { return state.aside.remove(at: index) }
            while true {
                let answer = try Self.next(descriptor, &state.unread)
                if fits(answer) { return answer }
                state.aside.append(answer)
            }
        }
    }

    /// What came so far and fits; asks the bus first, so that what it sent before has come.
    func arrived(where fits: (RawAnswer) -> Bool) throws -> [RawAnswer] {
        let bus = "org.freedesktop.DBus"
        _ = try call(RawMessage(to: bus, "/org/freedesktop/DBus", bus, "GetId"))
        return state.withLock { $0.aside.filter(fits) }
    }

    private static func next(_ descriptor: Int32, _ unread: inout ArraySlice<UInt8>) throws -> RawAnswer {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let length = length(of: unread), unread.count >= length {
                let message = Array(unread.prefix(length))
                unread = unread.dropFirst(length)
                if let answer = RawAnswer(message) { return answer }
                continue
            }
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { throw RawFailure(description: "the bus closed the connection or is silent") }
            unread = ArraySlice(RawBody.joined(Array(unread), Array(chunk[..<count])))
        }
    }

    private static func length(of unread: ArraySlice<UInt8>) -> Int? {
        guard unread.count >= 16 else { return nil }
        let bytes = Array(unread.prefix(16))
        let head = 16 + Int(RawAnswer.number(bytes, 12))
        return (head + 7) / 8 * 8 + Int(RawAnswer.number(bytes, 4))
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw RawFailure(description: "the bus takes no more: errno \(errno)") }
            rest = rest.dropFirst(count)
        }
    }
}

/// What a raw connection met.
struct RawFailure: Error, CustomStringConvertible {
    var description: String
}
