// SPDX-License-Identifier: Apache-2.0

/// Where a local number is valid (RFC 3966 §5.1.5).
package enum PhoneContext: Hashable, Sendable {
    /// A prefix that makes the number a global one: `+` and 1 to 15 digits, without separators.
    case prefix(String)
    /// A private numbering plan, lower-case; tells nothing about dialing.
    case domain(String)

    /// The longest global number, in digits (ITU-T E.164).
    package static let longestGlobalNumber = 15
    /// The longest number that means something only in its country, in front of which nothing is put.
    package static let longestNationalService = 3

    init(parsing text: String) throws(TelephonyError) {
        guard let context = text.utf8.first == DialCharacters.plus ? Self.prefix(of: text) : Self.domain(of: text)
        else {
            throw TelephonyError(
                .numberInvalid, "the link's phone-context is neither a prefix like +1 nor a domain; correct it")
        }
        self = context
    }

    private static func prefix(of text: String) -> PhoneContext? {
        let digits = text.unicodeScalars.dropFirst().filter { !DialCharacters.isSeparator($0) }
        guard (1...longestGlobalNumber).contains(digits.count), digits.first != "0",
            digits.allSatisfy({ ("0"..."9").contains($0) })
        else { return nil }
        return .prefix("+" + String(String.UnicodeScalarView(digits)))
    }

    /// `domainname`: labels of letters, digits and inner hyphens, the last one beginning with a letter.
    private static func domain(of text: String) -> PhoneContext? {
        let name = text.utf8.last == UInt8(ascii: ".") ? text.utf8.dropLast() : text.utf8[...]
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let areLabels = labels.allSatisfy { label in
            !label.isEmpty && label.first != .hyphen && label.last != .hyphen
                && label.allSatisfy { TelParameters.isAlpha($0) || DialCharacters.isDigit($0) || $0 == .hyphen }
        }
        guard areLabels, let start = labels.last?.first, TelParameters.isAlpha(start) else { return nil }
        return .domain(text.lowercased())
    }

    /// The address to dial for a local number, which is the number itself unless the context is a prefix. What shows or
    /// hides the own number stays in front.
    ///
    /// - Throws: `TelephonyError` with `numberInvalid` when the two make no number.
    func complete(_ local: DialString) throws(TelephonyError) -> String {
        guard case .prefix(let prefix) = self else { return local.address }
        let number = local.withoutPrefixAndPostDial
        guard number.utf8.first != DialCharacters.plus else { return local.address }
        guard number.utf8.allSatisfy(DialCharacters.isDigit) else { return try Self.withoutLocalNumber(local) }
        let global = try Self.global(number, prefix)
        return (local.callerIdentity?.rawValue ?? "") + global
    }

    private static func global(_ number: String, _ prefix: String) throws(TelephonyError) -> String {
        guard let plan = NumberingPlan(prefix: prefix) else {
            throw TelephonyError(.numberInvalid, "the link's phone-context begins with no country code; correct it")
        }
        guard !staysLocal(number, plan) else { return number }
        return "+" + plan.countryCode + (try plan.significant(number))
    }

    /// Refuses a code or service with a local number in it, which this network would take for a number of its own country.
    private static func withoutLocalNumber(_ local: DialString) throws(TelephonyError) -> String {
        let forwardsTo = local.networkCode?.forwardingNumber ?? "+"
        let runs = local.address.utf8.split { !DialCharacters.isDigit($0) }
        let isInternational = local.address.utf8.contains(DialCharacters.plus)
        let hasNumber = !isInternational && runs.contains { $0.count > DialString.longestShortNumber }
        guard forwardsTo.utf8.first == DialCharacters.plus, !hasNumber else {
            throw TelephonyError(
                .numberInvalid, "the link has a local number in a code and a phone-context; write the number with +")
        }
        return local.address
    }

    /// Emergency numbers and national services (112, 911, 116117, 10111) exist as they are and in no other form.
    private static func staysLocal(_ digits: String, _ plan: NumberingPlan) -> Bool {
        if digits.utf8.count <= longestNationalService { return true }
        return plan.isWholeCountry && digits.utf8.first == UInt8(ascii: "1")
            && digits.utf8.count <= DialString.longestShortNumber
    }
}

extension UInt8 {
    fileprivate static let hyphen = UInt8(ascii: "-")
}
