// SPDX-License-Identifier: Apache-2.0

// The plans of the countries, from the list of dialling procedures in the annex to the ITU's Operational Bulletin.
extension NumberingPlan {
    /// What is dialed within the country in front of a number; none in many countries.
    var trunkPrefixes: [TrunkPrefix] {
        switch countryCode {
        case "1": [TrunkPrefix(digits: "1", length: 10)]
        case "7": [TrunkPrefix(digits: "8", length: 10)]
        case "36": [TrunkPrefix(digits: "06")]
        case "370": [TrunkPrefix(digits: "0"), TrunkPrefix(digits: "8", length: 8)]
        case "375": [TrunkPrefix(digits: "80", length: 9), TrunkPrefix(digits: "8", length: 10)]
        case "692": [TrunkPrefix(digits: "1", length: 7)]
        case "993": [TrunkPrefix(digits: "8", length: 8)]
        case _ where Self.countriesWithoutTrunkPrefix.contains(countryCode): []
        default: [TrunkPrefix(digits: "0")]
        }
    }

    /// What leads out of the country: 00 everywhere, or in front of a carrier's digits, and what else it is here.
    var exitCodes: [String] { ["00"] + (Self.furtherExitCodes[countryCode] ?? []) }

    /// Countries where a number is dialed in the country as it is behind the country code.
    static let countriesWithoutTrunkPrefix = codes(
        """
        30 34 39 45 47 48 52 56 65 216 220 221 222 223 224 225 226 227 228 229 230 235 236 237 238 239 240 241 242 244 245
        246 247 248 253 257 258 266 267 268 269 290 297 298 299 350 351 352 354 356 357 371 372 376 378 379 420 500 501 502
        503 504 505 506 507 509 592 597 599 670 672 673 674 675 676 677 678 679 680 681 682 683 685 687 688 689 690 691 800
        808 852 853 870 878 881 882 883 888 960 965 968 973 974 975 979 992 998
        """)

    /// Countries where a 0 behind the country code can belong to the number, as in Italy.
    static let countriesWithLeadingZero = codes(
        "39 47 225 226 227 229 241 242 247 250 267 268 378 379 501 507 676 679 687 800 853 881 888 974 992")

    private static let furtherExitCodes: [String: [String]] = [
        "1": ["011"], "7": ["810"], "53": ["119"], "64": ["0161"], "81": ["010"], "235": ["16"], "248": ["010"],
        "354": ["1001", "1010", "1020", "1100"], "358": ["99"], "375": ["810"],
        "386": ["1022", "1066", "1088", "1099"], "598": ["013", "014", "015", "016", "017", "018", "019"],
        "675": ["140"], "679": ["052"], "680": ["011", "012"], "692": ["011"], "850": ["99"], "886": ["019"],
        "972": ["012", "013", "014", "015", "016", "017", "018", "019"], "992": ["810"], "993": ["810"],
    ]

    static let twoDigitCodes = codes(
        """
        20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90
        91 92 93 94 95 98
        """)

    private static func codes(_ text: String) -> Set<String> {
        Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
    }
}
