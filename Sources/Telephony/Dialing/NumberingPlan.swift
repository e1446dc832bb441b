// SPDX-License-Identifier: Apache-2.0

/// What has to be known of a country to put its code in front of a national number (ITU-T E.164, E.164.1).
struct NumberingPlan {
    /// Country code, without `+`.
    let countryCode: String
    /// Whether there is nothing behind the country code.
    let isWholeCountry: Bool

    /// - Parameter prefix: `+` and digits.
    init(prefix: String) {
        let digits = prefix.dropFirst()
        let length =
            switch digits.prefix(2) {
            case let start where start.hasPrefix("1") || start.hasPrefix("7"): 1
            case let start where Self.twoDigitCodes.contains(String(start)): 2
            default: 3
            }
        countryCode = String(digits.prefix(length))
        isWholeCountry = digits.count <= length
    }

    /// The number as it is behind the country code; nil when it has a trunk prefix, and hence an area, behind an area.
    func withoutTrunkPrefix(_ number: String) -> String? {
        guard let trunk = trunkPrefix, number.hasPrefix(trunk) else { return number }
        // A trunk prefix of 1 or 8 is one only in front of a whole number; elsewhere it is the number's first digit.
        if trunk == "1" || trunk == "8" {
            return isWholeCountry && number.utf8.count == Self.longDigits + 1 ? String(number.dropFirst()) : number
        }
        return isWholeCountry ? String(number.dropFirst(trunk.count)) : nil
    }

    /// What is dialed in front of an area code within the country and is no part of the number.
    private var trunkPrefix: String? {
        switch countryCode {
        case "1": "1"
        case "7": "8"
        case "36": "06"
        case _ where Self.countriesThatKeepTheZero.contains(countryCode): nil
        default: "0"
        }
    }

    /// Digits of a national number in +1 and +7.
    private static let longDigits = 10

    /// Countries where a first zero belongs to the number: Italy and the Vatican, San Marino, Côte d'Ivoire, Gabon, Congo,
    /// Benin.
    private static let countriesThatKeepTheZero: Set<String> = ["39", "379", "378", "225", "241", "242", "229"]

    private static let twoDigitCodes: Set<String> = [
        "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48", "49",
        "51",
        "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66", "81", "82", "84", "86",
        "90",
        "91", "92", "93", "94", "95", "98",
    ]
}
