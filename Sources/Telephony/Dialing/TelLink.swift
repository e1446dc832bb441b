// SPDX-License-Identifier: Apache-2.0

/// A `tel:` or `telephony:` link, parsed as RFC 3966 says, to what it asks to dial.
///
/// Each part is percent-decoded once, after the link was taken apart. What cannot be understood whole is refused:
/// a link that lost a part is another subscriber's number.
package struct TelLink: Hashable, Sendable {
    /// How the link wants to be routed (design: `tel` takes every way, `telephony` is cellular).
    package enum Scheme: String, CaseIterable, Hashable, Sendable {
        case tel, telephony
    }

    /// What the link begins with.
    package let scheme: Scheme
    /// Address and post-dial part, completed from `phone-context`, with `ext` and `postd` behind the pauses.
    package let dial: DialString
    /// Where a local number is valid, as given; a domain changes nothing in what is dialed.
    package let context: PhoneContext?
    /// `isub`, decoded (ISDN; no modem can dial it).
    package let subaddress: String?

    /// The longest link, in bytes.
    package static let maximumLength = 1_024

    /// Parses a whole link.
    ///
    /// - Throws: `TelephonyError`: `unsupportedHandle` for another scheme, `numberEmpty`, `numberTooLong`,
    ///   `numberInvalid`; it never echoes the link.
    package init(parsing text: String) throws(TelephonyError) {
        guard text.utf8.count <= Self.maximumLength else {
            throw TelephonyError(.numberTooLong, "the link is longer than \(Self.maximumLength) bytes; shorten it")
        }
        let (scheme, rest) = try Self.splitScheme(Array(text.utf8))
        var segments = try Self.refusingFragment(rest).split(separator: .semicolon, omittingEmptySubsequences: false)
        var subscriber = try PercentEncoding.decode(segments.removeFirst())
        while let segment = segments.first, Self.isWaitAndTones(segment) {
            subscriber += try ";" + PercentEncoding.decode(segments.removeFirst())
        }
        let parameters = try TelParameters(segments)
        let number = try DialString(parsing: subscriber, from: .link)
        let address = try parameters.context?.complete(number) ?? number.address
        self.scheme = scheme
        dial = try DialString(parsing: address + number.postDial + parameters.postDial, from: .link)
        context = parameters.context
        subaddress = parameters.subaddress
    }
}

extension TelLink {
    /// Cuts off the scheme, and the `//` that some apps put behind it.
    private static func splitScheme(
        _ link: [UInt8]
    ) throws(TelephonyError) -> (scheme: Scheme, rest: ArraySlice<UInt8>) {
        let name = String(decoding: link.prefix { $0 != .colon }, as: UTF8.self).lowercased()
        guard name.utf8.count < link.count, let scheme = Scheme(rawValue: name) else {
            throw TelephonyError(
                .unsupportedHandle, "this is no telephone link; only tel: and telephony: links are dialed")
        }
        let rest = link.dropFirst(name.utf8.count + 1)
        return (scheme, rest.starts(with: "//".utf8) ? rest.dropFirst(2) : rest)
    }

    /// Refuses a link with a fragment: whoever wrote `tel:*123#` meant a code, and `*123` is something else.
    ///
    /// A `#` that ends the tones after a pause can mean nothing but that tone, so it is taken as if it were escaped.
    private static func refusingFragment(_ rest: ArraySlice<UInt8>) throws(TelephonyError) -> ArraySlice<UInt8> {
        guard let hash = rest.firstIndex(of: DialCharacters.hash) else { return rest }
        let before = rest[..<hash]
        guard hash == rest.endIndex - 1, before.contains(.comma), !before.contains(.equals) else {
            throw TelephonyError(.numberInvalid, "the link has a bare #, which ends a link; write it as %23")
        }
        return before + Array("%23".utf8)
    }

    /// Takes `;2%23` after a number as a wait and tones, as phones do: no registered parameter begins with a digit.
    private static func isWaitAndTones(_ segment: ArraySlice<UInt8>) -> Bool {
        segment.first.map { !TelParameters.isAlpha($0) } == true && !segment.contains(.equals)
    }
}
