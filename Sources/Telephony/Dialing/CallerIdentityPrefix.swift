// SPDX-License-Identifier: Apache-2.0

/// What stands before a number to show or hide the own number in that call alone (3GPP TS 22.030 Annex B, CLIR).
package enum CallerIdentityPrefix: String, CaseIterable, Hashable, Sendable {
    /// Suppresses the restriction: the called person sees the number.
    case show = "*31#"
    /// Invokes the restriction: the called person does not see it.
    case hide = "#31#"

    /// Takes one prefix off an address that goes on after it.
    package static func split(_ address: String) -> (prefix: CallerIdentityPrefix?, body: String) {
        for prefix in allCases where address.hasPrefix(prefix.rawValue) {
            let body = address.dropFirst(prefix.rawValue.count)
            return body.isEmpty ? (nil, address) : (prefix, String(body))
        }
        return (nil, address)
    }
}
