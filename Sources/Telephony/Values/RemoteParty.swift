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
    /// Whether the number is shown.
    package var presentation: Presentation

    /// Makes a party; a number that is hidden is "".
    package init(number: String, name: String = "", presentation: Presentation = .allowed) {
        let hidden = presentation == .allowed ? Self.placeholder(number) : presentation
        self.number = hidden == nil ? number : ""
        self.name = name
        self.presentation = hidden ?? .allowed
    }

    /// UTF-8 bytes of a number at most; a longer one is none, and a part of it would be another's.
    package static let maximumNumberLength = 128

    /// The handles a conversation with this party has: none when the caller is hidden, so that nothing can match it.
    package var handles: [Handle] {
        guard !number.isEmpty else { return [] }
        let kind: Handle.Kind = Self.isNumber(number) ? .phoneNumber : .generic
        return [Handle(type: kind, value: number, displayName: name)]
    }

    /// Why a text in the number's place says nobody; nil when it says somebody.
    private static func placeholder(_ text: String) -> Presentation? {
        guard !text.isEmpty, text.utf8.count <= maximumNumberLength, text.utf8.first != UInt8(ascii: "-") else {
            return .unknown
        }
        let word = userPart(text.lowercased())
        if wordsForHidden.contains(word) { return .restricted }
        return wordsForUnknown.contains(word) ? .unknown : nil
    }

    /// The name in `sip:anonymous@anonymous.invalid` (RFC 3323 §4.1.1.3), and any other text without blanks around it.
    private static func userPart(_ text: String) -> String {
        let isURI = ["sip:", "sips:"].contains(where: text.hasPrefix)
        let user = isURI ? text.drop { $0 != ":" }.dropFirst().prefix { $0 != "@" } : text[...]
        return String(user.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    /// What networks and modems put where the number would be.
    private static let wordsForHidden: Set<String> = ["anonymous", "private", "restricted", "withheld"]
    private static let wordsForUnknown: Set<String> = ["", "unknown", "unavailable", "null", "none", "nil"]

    /// Whether it is spelled like a number, possible or not: some networks give names of senders.
    private static func isNumber(_ text: String) -> Bool {
        text.utf8.contains(where: DialCharacters.isDigit)
            && text.unicodeScalars.allSatisfy {
                DialCharacters.isSeparator($0) || "0123456789*#+".unicodeScalars.contains($0)
            }
    }
}
