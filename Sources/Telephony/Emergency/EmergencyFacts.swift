// SPDX-License-Identifier: Apache-2.0

/// What a line says about emergency numbers; a backend fills in what its modem layer tells.
package struct EmergencyFacts: Hashable, Sendable {
    /// The SIM's own list (EF_ECC, 3GPP TS 31.102 §4.2.21), as the modem layer read it.
    package var simNumbers: Set<String>
    /// What the network told the modem (3GPP TS 24.008, emergency number list).
    package var networkNumbers: Set<String>
    /// Mobile country code of the network the line is registered with (3GPP TS 23.003 §2.2).
    package var networkCountry: String?
    /// Mobile country code of the SIM, the first three digits of its IMSI.
    package var simCountry: String?

    package init(
        simNumbers: Set<String> = [], networkNumbers: Set<String> = [], networkCountry: String? = nil,
        simCountry: String? = nil
    ) {
        self.simNumbers = simNumbers
        self.networkNumbers = networkNumbers
        self.networkCountry = networkCountry
        self.simCountry = simCountry
    }

    /// The mobile country code that begins an IMSI or an operator code; nil when the text is neither.
    package static func country(of code: String) -> String? {
        let digits = code.prefix(3)
        return digits.utf8.count == 3 && digits.utf8.allSatisfy { (48...57).contains($0) } ? String(digits) : nil
    }
}
