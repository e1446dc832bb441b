// SPDX-License-Identifier: Apache-2.0

/// Which numbers are emergency numbers in a country; loaded when first asked.
package protocol EmergencyDirectory: Sendable {
    /// Whether the whole number is an emergency number there. A question about one number and not a list: the
    /// national tables are patterns, and to list what they match costs a thousand times more.
    ///
    /// - Parameters:
    ///   - number: 1 to `EmergencyNumbers.maximumLength` digits, such as "112".
    ///   - networkCountry: mobile country code of the network the line is registered with (3GPP TS 23.003), or nil.
    ///   - simCountry: mobile country code of the SIM, used when there is no network.
    /// - Returns: false too when the country is unknown.
    func isEmergencyNumber(_ number: String, networkCountry: String?, simCountry: String?) async -> Bool

    /// Why no country's numbers are known; nil when they are. Loads what is needed to know them.
    func trouble() async -> String?
}
