// SPDX-License-Identifier: Apache-2.0

/// Where a command's output goes.
protocol Terminal: Sendable {
    /// Writes a line to standard output at once. Throws `OutputClosed` when nobody reads any more.
    func print(_ line: String) throws

    /// Writes a line to standard error.
    func complain(_ line: String)

    /// What the person types from now on, a line at a time, without its end; ends with the input.
    func typedLines() -> AsyncStream<String>

    /// One line that the person types, which is not shown while they do on a terminal; nil at the end of the input.
    func typedSecret() -> String?
}

/// Nobody reads our output any more (EPIPE).
struct OutputClosed: Error {}
