// SPDX-License-Identifier: Apache-2.0

/// How a person is reached: a number, an e-mail address, or a name that only one app understands (Apple: `Handle`).
package struct Handle: Codable, Hashable, Sendable {
    /// What kind of text `value` is; raw values follow Apple's declared order.
    package enum Kind: Int, Codable, Sendable, CaseIterable {
        case generic, phoneNumber, emailAddress
    }

    /// What kind of text the value is.
    package var type: Kind
    /// The number, address or name.
    package var value: String
    /// The name to show; empty when there is none.
    package var displayName: String

    package init(type: Kind, value: String, displayName: String = "") {
        self.type = type
        self.value = value
        self.displayName = displayName.cut(toBytes: Self.maximumNameLength)
    }

    /// UTF-8 bytes of a name that are kept; the rest is cut off, for a name is only shown.
    package static let maximumNameLength = 256

    /// The handle without the blanks (space, U+00A0) around a number or an address, which come with what is typed or
    /// pasted. What else does not belong there is left to be refused, and a name that one app understands as it is.
    package var trimmed: Handle {
        guard type != .generic else { return self }
        var handle = self
        let blanks: Set<Unicode.Scalar> = [" ", "\u{A0}"]
        let scalars = value.unicodeScalars.drop(while: blanks.contains)
        let end = scalars.lastIndex { !blanks.contains($0) }.map(scalars.index(after:)) ?? scalars.startIndex
        handle.value = String(scalars[..<end])
        return handle
    }

    /// A telephone number without a name.
    package static func number(_ value: String) -> Handle { Handle(type: .phoneNumber, value: value) }
}

extension String {
    /// The longest beginning of whole Unicode scalars that is not longer.
    fileprivate func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var kept = ""
        for scalar in unicodeScalars {
            guard kept.utf8.count + UTF8.width(scalar) <= limit else { break }
            kept.unicodeScalars.append(scalar)
        }
        return kept
    }
}
