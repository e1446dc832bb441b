// SPDX-License-Identifier: Apache-2.0

/// Where a command's output goes.
protocol Terminal: Sendable {
    /// Writes a line to standard output at once. Throws `OutputClosed` when nobody reads any more.
    func print(_ line: String) throws

    /// How many columns the person's screen has; nil when a program reads.
    var columns: Int? { get }

    /// Writes a line to standard error.
    func complain(_ line: String)

    /// What the person types from now on, a line at a time, without its end; ends with the input.
    func typedLines() -> AsyncStream<String>

    /// One line that the person types, which is not shown while they do on a terminal; nil at the end of the input.
    func typedSecret() -> String?
}

extension Terminal {
    /// How wide help is printed: no wider than is easily read.
    var helpColumns: Int { min(columns ?? 80, 100) }
}

/// Nobody reads our output any more (EPIPE).
struct OutputClosed: Error {}
