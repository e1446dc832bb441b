// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Why the system refused or failed; an addition of ours, for Apple does not document its errors.
///
/// ```swift
/// } catch let error as ConversationError where error.code == .declined {
/// ```
public struct ConversationError: Error, Hashable, Sendable {
    /// What kind of failure it is. Codes are an open set: one that a newer system sends is carried as it is.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The last part of the D-Bus error name `org.dialtone.Error.<code>`.
        public let rawValue: String

        /// Makes a code, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// What kind of failure it is.
    public let code: Code
    /// The system's own sentence about it, without a number or a name.
    public let message: String

    /// Makes an error, for tests of apps.
    public init(_ code: Code, message: String = "") {
        self.code = code
        self.message = message
    }
}

extension ConversationError: LocalizedError {
    /// What happened.
    public var errorDescription: String? {
        code.explanation?.what ?? (message.isEmpty ? "The system answered with “\(code.rawValue)”." : message)
    }

    /// What to do next.
    public var recoverySuggestion: String? {
        code.explanation?.next ?? "See what the message says, or update the app: its library does not know this error."
    }
}

extension ConversationError: CustomStringConvertible {
    /// The code, and what happened.
    public var description: String {
        let sentence = message.isEmpty ? errorDescription ?? "" : message
        return "\(code.rawValue): \(sentence)"
    }
}
