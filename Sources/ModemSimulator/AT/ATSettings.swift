// SPDX-License-Identifier: Apache-2.0

/// What the host set on one port.
struct ATSettings: Hashable, Sendable {
    var echo = true
    /// +CMEE: 0 says ERROR alone, 1 numbers, 2 words.
    var errorReports = 0
    /// +COPS=3: 0 names the operator, 2 gives its code.
    var operatorFormat = 0
    /// +CREG, +CGREG and +CEREG: 0 no reports, 1 reports, 2 reports with the cell.
    var registrationReports: [String: Int] = [:]
    /// +CRC: says +CRING: VOICE for RING.
    var extendedRing = false
    /// +CLIP
    var callerNumber = false
    /// +CCWA
    var callWaiting = false
    /// ^SLCC
    var callList = false
    /// +CUSD
    var codeReports = false
    /// Whether the host wrote its last code as the hexadecimal codes of its characters, and so its answers.
    var codesInHexadecimal = false
    /// +CSCS
    var characterSet = "IRA"

    func final(_ error: ATError) -> String {
        switch errorReports {
        case 1: "+CME ERROR: \(error.rawValue)"
        case 2: "+CME ERROR: \(error.text)"
        default: "ERROR"
        }
    }
}
