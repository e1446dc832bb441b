// SPDX-License-Identifier: Apache-2.0

/// What a person, an app or a link asked to dial, parsed: nothing outside `0-9 * # +` ever gets past this type.
///
/// Visual separators are removed; everything else that is not dialable refuses the whole text, because a number
/// with a character taken out is another subscriber's number. The modem gets `address` as it stands.
package struct DialString: Hashable, Sendable {
    /// What the address asks for (3GPP TS 22.030 §6.5.3).
    package enum Kind: Hashable, Sendable {
        case number
        /// A national short number, or a service code that is called (`*2`, `#250`); means something to the cellular
        /// network alone.
        case shortCode
        /// A string for the network or the SIM, not for a subscriber: it ends in `#`.
        case networkCode(NetworkCode)
    }

    /// Where the text comes from, which decides how digits of other scripts are taken.
    package enum Origin: Hashable, Sendable {
        /// Typed or pasted by a person: decimal digits of every script, and full-width `＋＊＃`, are mapped to ASCII.
        case typed
        /// Handed over by an app; ASCII alone.
        case api
        /// Taken from a link; ASCII alone.
        case link
    }

    /// 1 to `maximumLength` characters of `0-9 * # +`: `+` at the start, after a caller-ID prefix, or before the number
    /// that a code forwards to.
    package let address: String
    /// What follows once it is connected: tones, `,` a pause of two seconds, `;` a wait for the person. May be empty.
    package let postDial: String
    /// What kind of thing is dialed.
    package let kind: Kind

    /// The longest address and the longest post-dial part, in characters (3GPP TS 22.030 and the modem daemons: 80).
    package static let maximumLength = 80
    /// The longest run of digits that counts as a national short number: the European 116117 has six.
    package static let longestShortNumber = 6

    /// The longest text, separators included, in UTF-8 bytes: it is kept as it was given.
    package static let maximumTextLength = 512

    /// Parses text from a person, an app or a link.
    ///
    /// - Throws: `TelephonyError` with `numberEmpty`, `numberTooLong` or `numberInvalid`; it never echoes the text.
    package init(parsing text: String, from origin: Origin = .api) throws(TelephonyError) {
        guard text.utf8.count <= Self.maximumTextLength else {
            throw TelephonyError(
                .numberTooLong, "the number is longer than \(Self.maximumTextLength) bytes; shorten it")
        }
        let (address, postDial) = try DialCharacters.split(text, from: origin)
        guard !address.isEmpty else {
            throw TelephonyError(.numberEmpty, "there is no number to dial; give one like +15550100")
        }
        guard address.utf8.count <= Self.maximumLength, postDial.utf8.count <= Self.maximumLength else {
            throw TelephonyError(
                .numberTooLong, "the number is longer than \(Self.maximumLength) characters; shorten it")
        }
        kind = try Self.classify(address)
        if case .networkCode = kind, !postDial.isEmpty {
            throw TelephonyError(.numberInvalid, "pauses and tones cannot follow a network code; give the code alone")
        }
        self.address = address
        self.postDial = postDial
    }
}

extension DialString {
    /// The whole string again, without separators; parsing it gives an equal value. May hold a PIN: see `redacted`.
    package var text: String { address + postDial }

    /// The whole string with PIN, PUK and password digits replaced, for prompts and the history.
    package var redacted: String { networkCode?.redacted ?? text }

    /// The code, when it is one.
    package var networkCode: NetworkCode? {
        if case .networkCode(let code) = kind { code } else { nil }
    }

    /// What the address says about showing the own number for this call alone.
    package var callerIdentity: CallerIdentityPrefix? {
        networkCode == nil ? CallerIdentityPrefix.split(address).prefix : nil
    }

    /// The address without a caller-ID prefix: what emergency numbers are compared with, whole.
    package var withoutPrefixAndPostDial: String {
        networkCode == nil ? CallerIdentityPrefix.split(address).body : address
    }
}

/// Descriptions end up in logs, so they show the last two digits at most, and of a code no secret.
extension DialString: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String {
        if let networkCode { return networkCode.description }
        return address.utf8.count > 4 ? "••\(address.suffix(2))" : "a short number"
    }

    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
