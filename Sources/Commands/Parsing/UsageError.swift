// SPDX-License-Identifier: Apache-2.0

/// The command was typed wrongly: exit status 2.
struct UsageError: Error, Hashable, Sendable {
    var message: String

    init(_ message: String) { self.message = message }
}
