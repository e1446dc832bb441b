// SPDX-License-Identifier: Apache-2.0

/// Knows no country: what the SIM, the network and the standard name still counts.
package struct NoEmergencyDirectory: EmergencyDirectory {
    package init() {}

    package func isEmergencyNumber(_ number: String, networkCountry: String?, simCountry: String?) async -> Bool {
        false
    }

    package func trouble() async -> String? { nil }
}
