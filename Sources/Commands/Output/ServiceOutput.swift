// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// A cellular service as this program prints it.
struct ServiceOutput: Encodable, Hashable, Sendable {
    var service: UUID
    var label: String
}
