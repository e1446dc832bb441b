// SPDX-License-Identifier: Apache-2.0

/// How a modem tells about changes of its calls, after the families that modem daemons know.
package enum ATProfile: String, CaseIterable, Sendable {
    /// Nothing but the V.250 result codes and +CRING; the host polls +CLCC.
    case generic
    /// Lists all its calls in a ^SLCC report whenever one changes.
    case cinterion

    var manufacturer: String {
        switch self {
        case .generic: "Dialtone"
        case .cinterion: "Cinterion"
        }
    }

    var model: String { "Simulated Modem" }
    var revision: String { "1.0" }
}
