// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

extension Daemon {
    /// The cellular service that was typed, by as much of its identifier as tells it from the others.
    ///
    /// - Parameters:
    ///   - noun: what the person calls it.
    ///   - list: the command that lists them.
    /// - Throws: `CommandFailure` when it is not exactly one.
    func service(_ typed: String, noun: String = "service", list: String = "services") async throws -> UUID {
        try UniquePrefix.find(typed, among: try await services().map(\.service), noun: noun, list: list)
    }
}
