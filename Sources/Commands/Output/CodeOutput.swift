// SPDX-License-Identifier: Apache-2.0

/// A reply to a code, as `dialtone ussd --json` prints it.
struct CodeOutput: Encodable, Hashable, Sendable {
    var text: String
    var wantsAnswer: Bool
}
