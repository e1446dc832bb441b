// SPDX-License-Identifier: Apache-2.0

/// A handle as this program prints it.
struct HandleOutput: Encodable, Hashable, Sendable {
    /// `generic`, `phoneNumber` or `emailAddress`.
    var type: String
    var value: String
    /// Empty when there is none.
    var displayName: String

    /// The number, with the name when there is one.
    var text: String { displayName.isEmpty ? value.shortened : "\(value.shortened) (\(displayName.shortened))" }
}

extension [HandleOutput] {
    /// For a person; a caller without a handle hides the number.
    var text: String { isEmpty ? "withheld" : map(\.text).joined(separator: ", ") }
}
