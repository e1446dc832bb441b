// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials

/// What speaks for a line when a call names none.
package enum LinePreference: Hashable, Sendable {
    /// Taken while it is there and can dial.
    case ifReady(UUID)
    /// Taken, or the person is asked.
    case always(UUID)
    /// There may be one that could not be read: of several lines the person chooses.
    case unknown
}
