// SPDX-License-Identifier: Apache-2.0

/// The emergency numbers that hold here and now: the union of every list there is.
///
/// It classifies and never substitutes: what is dialed is what was asked for, and a number that merely begins with an
/// emergency number is an ordinary one.
package struct EmergencyNumbers: Hashable, Sendable {
    /// Numbers that are emergency numbers in every phone (3GPP TS 22.101 §10.1.1).
    package static let always: Set<String> = ["112", "911"]
    /// Numbers that are emergency numbers too while there is no SIM (3GPP TS 22.101 §10.1.1).
    package static let withoutSIM: Set<String> = ["000", "08", "110", "118", "119", "999"]
    /// The longest emergency number, in digits: what a record of EF_ECC holds (3GPP TS 31.102 §4.2.21).
    package static let maximumLength = 6

    /// Whole numbers of digits.
    package private(set) var numbers: Set<String>

    /// - Parameter lines: all lines there are: a number that is an emergency number for one of them is one.
    package init(lines: [Line]) {
        numbers = Self.always
        if !lines.contains(where: \.hasUsableSIM) { numbers.formUnion(Self.withoutSIM) }
        for line in lines { insert(line.emergency.simNumbers.union(line.emergency.networkNumbers)) }
    }

    /// Adds a list; records that are blank, or no number, are passed over.
    package mutating func insert(_ list: Set<String>) {
        // A blank record is all filler, which some modems spell as letters, spaces or an empty text.
        numbers.formUnion(list.compactMap { Self.bareNumber(of: $0) }.filter(Self.isOnlyDigits))
    }

    /// Whether the whole address is an emergency number, apart from separators, a prefix that shows or hides the own
    /// number, and the post-dial part.
    package func contains(_ address: String) -> Bool { Self.bareNumber(of: address).map(numbers.contains) ?? false }

    /// What of an address can be an emergency number: 1 to `maximumLength` of `0-9 * #`; nil when none can.
    package static func bareNumber(of address: String) -> String? {
        guard address.utf8.count <= longestText, let dial = try? DialString(parsing: address) else { return nil }
        let number = CallerIdentityPrefix.split(dial.address).body
        guard number.utf8.count <= maximumLength, number.first != "+" else { return nil }
        return number
    }

    private static func isOnlyDigits(_ text: String) -> Bool { text.utf8.allSatisfy { (48...57).contains($0) } }

    /// What an address with separators and a post-dial part may be long; whatever is longer is no text of a person.
    private static let longestText = 4 * DialString.maximumLength
}

extension Line {
    /// Whether there is a SIM that ordinary calls can be made with, once there is a network.
    var hasUsableSIM: Bool {
        switch readiness {
        case .noSIM, .locked: false
        case .emergencyOnly, .notRegistered, .failed: iccid != nil
        case .ready, .starting, .switchedOff: true
        }
    }
}
