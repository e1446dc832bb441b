// SPDX-License-Identifier: Apache-2.0

/// What has to be known of a country to spell a number of it internationally (ITU-T E.164, E.164.1).
struct NumberingPlan {
    /// Country code, without `+`.
    let countryCode: String
    /// What the prefix has behind the country code.
    let area: String

    /// nil when the prefix is no country code and no more than one: none begins with 0.
    ///
    /// - Parameter prefix: `+` and digits.
    init?(prefix: String) {
        let digits = prefix.dropFirst()
        let length = Self.countryCodeLength(digits)
        guard digits.first != "0", digits.utf8.count >= length else { return nil }
        countryCode = String(digits.prefix(length))
        area = String(digits.dropFirst(length))
    }

    /// Whether there is nothing behind the country code.
    var isWholeCountry: Bool { area.isEmpty }

    /// Checks a number that is written with `+`: it must be one that can exist.
    ///
    /// - Throws: `TelephonyError` with `numberInvalid`.
    static func check(international number: String) throws(TelephonyError) {
        let digits = number.utf8.dropFirst().prefix(while: DialCharacters.isDigit)
        guard digits.first != UInt8(ascii: "0") else {
            throw TelephonyError(
                .numberInvalid, "there is a 0 behind the +, and no country code begins with 0; correct it")
        }
        guard digits.count <= PhoneContext.longestGlobalNumber else {
            throw TelephonyError(
                .numberInvalid, "a number with + has at most \(PhoneContext.longestGlobalNumber) digits; correct it")
        }
        // What ends within the country code is none of a country, and the network says so.
        guard let plan = NumberingPlan(prefix: "+" + String(Substring(digits))) else { return }
        guard plan.mayBegin(plan.area) else { throw Self.trunkPrefixBehindCode }
    }

    /// The number behind the country code (E.164: national significant number) of one as it is dialed in the country.
    ///
    /// - Throws: `TelephonyError` with `numberInvalid` when it begins with what leads out of the country, when a trunk
    ///   prefix, and hence an area, stands behind an area, and when there is no such number.
    func significant(_ dialed: String) throws(TelephonyError) -> String {
        guard !exitCodes.contains(where: dialed.hasPrefix) else {
            throw TelephonyError(
                .numberInvalid, "the link's number leads out of the country that its phone-context names; drop one")
        }
        let national = area + (try withoutTrunkPrefix(dialed))
        guard mayBegin(national), national.utf8.count <= longestNumber else {
            throw TelephonyError(
                .numberInvalid, "the link's number and phone-context make no telephone number; dial the number by hand")
        }
        return national
    }

    /// Whether this is the trunk prefix, which is often written in brackets behind the country code.
    func isTrunkPrefix(_ digits: String) -> Bool { trunkPrefixes.contains { $0.digits == digits } }

    private func withoutTrunkPrefix(_ number: String) throws(TelephonyError) -> String {
        guard let trunk = trunkPrefixes.first(where: { $0.begins(number) }) else { return number }
        guard isWholeCountry else {
            throw TelephonyError(
                .numberInvalid, "the link's number has a trunk prefix and an area in phone-context; drop one")
        }
        return String(number.dropFirst(trunk.digits.utf8.count))
    }

    /// Whether a number behind the country code may begin so.
    private func mayBegin(_ national: String) -> Bool {
        switch (countryCode, national.utf8.first) {
        // Numbers in +1 have ten digits and begin with 2 to 9 (ATIS-0300051); what is shorter is for the network to say.
        case ("1", UInt8(ascii: "1")): national.utf8.count < Self.shortestWholeNumber
        case (_, UInt8(ascii: "0")): Self.countriesWithLeadingZero.contains(countryCode)
        default: true
        }
    }

    private var longestNumber: Int {
        countryCode == "1" ? Self.longestInNorthAmerica : PhoneContext.longestGlobalNumber - countryCode.utf8.count
    }

    private static let longestInNorthAmerica = 10
    private static let shortestWholeNumber = 7

    private static let trunkPrefixBehindCode = TelephonyError(
        .numberInvalid,
        "behind the country code is a digit that is dialed only within the country; leave it out")

    private static func countryCodeLength(_ digits: Substring) -> Int {
        if digits.hasPrefix("1") || digits.hasPrefix("7") { return 1 }
        return twoDigitCodes.contains(String(digits.prefix(2))) ? 2 : 3
    }
}

/// What is dialed in front of a number within the country and is no part of it.
struct TrunkPrefix: Hashable, Sendable {
    var digits: String
    /// Digits of the number behind it where the prefix could be the number's own beginning; nil where it never is.
    var length: Int?

    func begins(_ number: String) -> Bool {
        number.hasPrefix(digits) && (length.map { number.utf8.count == digits.utf8.count + $0 } ?? true)
    }
}
