// SPDX-License-Identifier: Apache-2.0

/// The command was refused or failed.
struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened and what to do next, in one line.
    var description: String
    var status: CommandStatus

    init(_ description: String, status: CommandStatus = .refused) {
        self.description = description
        self.status = status
    }
}
