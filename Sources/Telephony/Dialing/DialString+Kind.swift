// SPDX-License-Identifier: Apache-2.0

extension DialString {
    /// Says what the address asks for, or refuses one that is neither a number nor a code.
    static func classify(_ address: String) throws(TelephonyError) -> Kind {
        guard address.utf8.contains(where: DialCharacters.isDigit) else {
            throw TelephonyError(.numberInvalid, "there is no digit in the number; add the digits")
        }
        if address.utf8.last == DialCharacters.hash {
            let code = NetworkCode(address: address)
            try checkPlus(in: address, mayStartAt: code.forwardingNumberOffset)
            try checkInternational(code.forwardingNumber)
            return .networkCode(code)
        }
        let body = CallerIdentityPrefix.split(address).body
        try checkPlus(in: address, mayStartAt: address.utf8.count - body.utf8.count)
        try checkInternational(body)
        try refuseBrokenCode(body)
        return isShort(body) ? .shortCode : .number
    }

    /// A `+` stands before a digit, at the start of the address or where its number starts.
    private static func checkPlus(in address: String, mayStartAt offset: Int?) throws(TelephonyError) {
        let bytes = Array(address.utf8)
        for index in bytes.indices where bytes[index] == DialCharacters.plus {
            let isBeforeDigit = index + 1 < bytes.count && DialCharacters.isDigit(bytes[index + 1])
            guard isBeforeDigit, index == 0 || index == offset else { throw DialCharacters.refusal(of: "+") }
        }
    }

    private static func checkInternational(_ number: String?) throws(TelephonyError) {
        guard let number, number.utf8.first == DialCharacters.plus else { return }
        try NumberingPlan.check(international: number)
    }

    /// Refuses what a modem may run as a code although it is dialed as a call (22.030 §6.5.2 allows digits after the `#`),
    /// and what holds a secret but lacks its `#`, which as a call would tell the digits to the network.
    private static func refuseBrokenCode(_ body: String) throws(TelephonyError) {
        guard body.utf8.first == DialCharacters.star || body.utf8.first == DialCharacters.hash else { return }
        let fromDigits = body.utf8.drop { !DialCharacters.isDigit($0) }
        guard !fromDigits.contains(DialCharacters.hash) else {
            throw TelephonyError(
                .numberInvalid, "there are digits after a network code; only *31# and #31# go before a number")
        }
        if NetworkCode(address: body + "#").hasSecretDigits {
            throw TelephonyError(.numberInvalid, "this code for the SIM or call barring is not complete; it ends in #")
        }
    }

    private static func isShort(_ body: String) -> Bool {
        guard let first = body.utf8.first, first != DialCharacters.plus else { return false }
        guard DialCharacters.isDigit(first) else { return true }
        return body.utf8.count <= longestShortNumber && body.utf8.allSatisfy(DialCharacters.isDigit)
    }
}
