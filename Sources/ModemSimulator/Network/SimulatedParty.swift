// SPDX-License-Identifier: Apache-2.0

/// The other end of a call, as the network presents it (3GPP TS 22.081).
package struct SimulatedParty: Codable, Hashable, Sendable {
    /// Whether the network tells who it is.
    package enum Presentation: String, Codable, Hashable, Sendable {
        case allowed, restricted, unknown, payphone
    }

    /// The digits; "" when they are hidden.
    package var number: String
    /// A name that the network supplies; empty when it has none.
    package var name: String
    /// Whether the number is shown.
    package var presentation: Presentation

    package init(number: String, name: String = "", presentation: Presentation = .allowed) {
        self.number = number
        self.name = name
        self.presentation = presentation
    }

    /// The number as far as the modem is told; empty when it is hidden.
    package var presentedNumber: String { presentation == .allowed ? number : "" }

    /// Whether `number` ends with the digits asked for, or the other way round, so that +1 555 0101 is 5550101.
    package func matches(_ wanted: String) -> Bool { number.endsAlike(wanted) }
}

extension String {
    /// Whether one of the two numbers, as digits, ends with the other; two empty ones are not alike.
    func endsAlike(_ other: String) -> Bool {
        let (mine, theirs) = (dialable, other.dialable)
        guard !mine.isEmpty, !theirs.isEmpty else { return false }
        return mine.hasSuffix(theirs) || theirs.hasSuffix(mine)
    }

    /// Only what can be dialed, without the plus.
    var dialable: String { filter { ("0"..."9").contains($0) || $0 == "*" || $0 == "#" } }
}
