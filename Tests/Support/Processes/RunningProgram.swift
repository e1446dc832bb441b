// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A program whose lines a test waits for while it runs.
package final class RunningProgram: Sendable {
    /// How a program ended, and all that it said.
    package struct Ending: Sendable {
        /// The exit status, or 128 and the number of the signal that ended it.
        package var status: Int32
        /// Its lines of standard output.
        package var output: [String]
        /// Its lines of standard error.
        package var errors: [String]
        /// Standard output as one text.
        package var text: String { output.joined(separator: "\n") }
    }

    /// Lines of standard output.
    package let output = EventLog<String>()
    /// Lines of standard error.
    package let errors = EventLog<String>()
    private let process: ChildProcess

    /// The process.
    package var pid: Int32 { process.pid }

    /// - Parameters:
    ///   - arguments: the program's absolute path, then its arguments.
    ///   - environment: in addition to the test's own.
    package init(_ arguments: [String], environment: [String: String] = [:]) throws {
        let (readingOutput, writingOutput) = try Self.makeChannel()
        let (readingErrors, writingErrors) = try Self.makeChannel()
        defer {
            close(writingOutput)
            close(writingErrors)
        }
        do {
            process = try ChildProcess(
                arguments, environment: environment, output: writingOutput, errors: writingErrors)
        } catch {
            close(readingOutput)
            close(readingErrors)
            throw error
        }
        LineReader.read(readingOutput, into: output)
        LineReader.read(readingErrors, into: errors)
    }

    /// Sends it a signal, unless it has ended.
    package func signal(_ number: Int32) { process.signal(number) }

    /// Kills it; returns when it is gone.
    package func kill() { process.kill() }

    /// Returns when it has ended by itself; kills it and throws `DeadlineExceeded` when that takes too long.
    @discardableResult
    package func end(within limit: Duration = .seconds(120)) async throws -> Ending {
        do {
            // Its ends of the channels are closed with it.
            try await output.waitUntilOver("the end of process \(pid)", limit: limit)
            try await errors.waitUntilOver("the end of process \(pid)", limit: limit)
        } catch {
            process.kill()
            throw error
        }
        return Ending(status: process.collect(), output: output.events, errors: errors.events)
    }

    /// A pair of sockets and not a pipe: closed from the start in other children, started at the same time.
    private static func makeChannel() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw SpawnFailed(description: "socketpair: errno \(errno)")
        }
        return (ends[0], ends[1])
    }
}
