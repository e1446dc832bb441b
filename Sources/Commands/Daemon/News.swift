// SPDX-License-Identifier: Apache-2.0

/// What `dialtone monitor` prints.
enum News: Hashable, Sendable {
    case conversation(ConversationOutput)
    /// The network said something by itself.
    case message(MessageOutput)
}
