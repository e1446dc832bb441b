// SPDX-License-Identifier: Apache-2.0

/// Which numbers are emergency numbers in a country; loaded when first asked.
package protocol EmergencyDirectory: Sendable {
    /// - Parameters:
    ///   - networkCountry: mobile country code of the network the line is registered with (3GPP TS 23.003), or nil.
    ///   - simCountry: mobile country code of the SIM, used when there is no network.
    /// - Returns: whole numbers such as "112"; empty when the country is unknown.
    func emergencyNumbers(networkCountry: String?, simCountry: String?) async -> Set<String>
}
