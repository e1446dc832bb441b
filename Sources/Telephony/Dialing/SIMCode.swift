// SPDX-License-Identifier: Apache-2.0

/// The shape of a SIM's secrets (3GPP TS 31.101 §9.5); errors about them never show them.
package enum SIMCode {
    /// Checks a PIN: 4 to 8 digits. Throws `invalidArgument`.
    package static func check(pin: String) throws(TelephonyError) {
        guard NetworkCode.pinLengths.contains(pin.utf8.count), pin.isDigits else {
            throw TelephonyError(.invalidArgument, "a PIN has 4 to 8 digits; correct it")
        }
    }

    /// Checks an unblocking key: 8 digits. Throws `invalidArgument`.
    package static func check(puk: String) throws(TelephonyError) {
        guard NetworkCode.pukLengths.contains(puk.utf8.count), puk.isDigits else {
            throw TelephonyError(.invalidArgument, "a PUK has 8 digits; look it up in the SIM's papers")
        }
    }
}

extension String {
    fileprivate var isDigits: Bool { utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
}
