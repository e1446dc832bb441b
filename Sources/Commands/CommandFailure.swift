// SPDX-License-Identifier: Apache-2.0

/// The command was refused or failed: exit status 1.
struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened and what to do next, in one line.
    var description: String

    init(_ description: String) { self.description = description }
}
