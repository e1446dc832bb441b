// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import Commands

@Suite("The standard output")
struct StandardTerminalTests {
    @Test("a full disk is a failure and not an end in good order")
    func full() throws {
        let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(throws: CommandFailure.self) { try StandardTerminal(output: descriptor).print("a line") }
    }

    @Test("a pipe that is full for the moment gets the line when there is room")
    func nonBlocking() async throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
        let (reader, writer) = (ends[0], ends[1])
        defer { close(reader) }
        let line = String(repeating: "x", count: 1 << 20)
        async let printed: Void = Self.print(line, to: writer)
        var count = 0
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var request = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            poll(&request, 1, -1)
            let got = read(reader, &chunk, chunk.count)
            if got <= 0 { break }
            count += got
        }
        try await printed
        #expect(count == line.utf8.count + 1)
    }

    @concurrent private static func print(_ line: String, to descriptor: Int32) async throws {
        defer { close(descriptor) }
        try StandardTerminal(output: descriptor).print(line)
    }
}
