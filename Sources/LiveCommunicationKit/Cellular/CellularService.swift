// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Telephony

/// What can dial: one SIM in one modem.
public struct CellularService: Identifiable, Codable, Hashable, Sendable {
    /// Stays the same when the SIM or the modem is plugged in again (ours).
    public let id: UUID
    /// What a person recognises it by: the operator's name, with the number's last digits when two are alike (ours).
    public let label: String

    init(_ service: Telephony.CellularService) {
        id = service.id
        label = service.label
    }
}
