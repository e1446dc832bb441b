// SPDX-License-Identifier: Apache-2.0

/// What at most one app can be for the person (Apple: default dialer app, default calling app).
package enum Role: String, CaseIterable, Codable, Hashable, Sendable {
    case dialer, calling
}
