// SPDX-License-Identifier: Apache-2.0

/// The other end of a call as the network presents it (3GPP TS 22.081).
package struct RemoteParty: Hashable, Sendable {
    /// Whether the network let us know who it is.
    package enum Presentation: String, Codable, Sendable {
        case allowed, restricted, unknown, payphone
    }

    /// The number exactly as the network gave it; empty unless `presentation` is `allowed`.
    package var number: String
    /// A name that the network supplied (CNAP); not verified; empty when there is none.
    package var name: String
    package var presentation: Presentation

    package init(number: String, name: String = "", presentation: Presentation = .allowed) {
        let isKept = presentation == .allowed && number.utf8.count <= Self.maximumNumberLength
        self.number = isKept ? number : ""
        self.name = name
        self.presentation = presentation == .allowed && !isKept ? .unknown : presentation
    }

    /// UTF-8 bytes of a number at most; a longer one is none, and a part of it would be another's.
    package static let maximumNumberLength = 128

    /// The handles a conversation with this party has: none when the caller is hidden, so that nothing can match it.
    package var handles: [Handle] {
        number.isEmpty ? [] : [Handle(type: .phoneNumber, value: number, displayName: name)]
    }
}
