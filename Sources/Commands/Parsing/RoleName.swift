// SPDX-License-Identifier: Apache-2.0

/// A role as it is typed.
enum RoleName: String, Hashable, Sendable, CaseIterable {
    case dialer, calling

    init(word: String) throws(UsageError) {
        guard let role = Self(rawValue: word) else {
            throw UsageError("there is no role '\(word)', only dialer and calling")
        }
        self = role
    }
}
