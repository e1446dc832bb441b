// SPDX-License-Identifier: Apache-2.0

/// A string for the network or the SIM, taken apart as 3GPP TS 22.030 §6.5.2 says: `*SC*SIA*SIB*SIC#`.
///
/// What it does is `family` and `summary`. It may hold PIN, PUK or password digits: they are in `secrets()` and in
/// `networkString` alone, and neither is for logs, prompts or the history; those take `redacted`.
package struct NetworkCode: Hashable, Sendable {
    /// What it does to the service, from its first characters (22.030 §6.5.2).
    package enum Action: Hashable, Sendable, CaseIterable {
        case activate, deactivate, interrogate, register, erase
    }

    /// What it is about; decides where it goes.
    package enum Family: Hashable, Sendable {
        case forwarding(ForwardedCalls)
        case barring(BarredCalls)
        case callWaiting
        case callerIdentity(CallerIdentityService)
        /// For the SIM, never for the network.
        case pinChange(PIN)
        /// For the SIM, never for the network.
        case pinUnblock(PIN)
        /// `*#06#`: answered by the device.
        case imei
        /// A new password for call barring.
        case password
        /// Sent as it stands; only the network knows what it means (USSD, and services that have no screen here).
        case unstructured
    }

    /// What kind of code it is.
    package let family: Family

    /// As dialed, secrets and all.
    let address: String
    /// Its parts; nil when it has no such form.
    let structure: Structure?

    /// Parses text from a person, an app or a link, which has to be a network code.
    ///
    /// - Throws: `TelephonyError` as `DialString`, and `numberInvalid` for what is no code.
    package init(parsing text: String, from origin: DialString.Origin = .api) throws(TelephonyError) {
        guard let code = try DialString(parsing: text, from: origin).networkCode else {
            throw TelephonyError(.numberInvalid, "this is not a network code; a code ends in #")
        }
        self = code
    }

    /// - Parameter address: an address that ends in `#`.
    init(address: String) {
        let structure = Structure(address)
        self.address = address
        self.structure = structure
        family = address == "*#06#" ? .imei : structure.map(Self.family) ?? .unstructured
    }

    /// SIA, SIB, SIC and what else is between the stars.
    var fields: [String] { structure?.fields ?? [] }
}

extension NetworkCode {
    /// What it does to its service; nil for an unstructured code. A single star registers when it names the number to
    /// forward to (22.030 §6.5.2).
    package var action: Action? {
        guard family != .unstructured else { return nil }
        guard case .forwarding = family, structure?.action == .activate, fields.first?.isEmpty == false else {
            return structure?.action
        }
        return .register
    }

    /// The digits that name its service, such as "21"; nil for an unstructured code.
    package var serviceCode: String? { family == .unstructured ? nil : structure?.serviceCode }

    /// What the network gets, with a password if it has one; nil for codes that must never get there (PIN, PUK, IMEI).
    package var networkString: String? {
        switch family {
        case .pinChange, .pinUnblock, .imei: nil
        default: address
        }
    }

    /// The number that calls are forwarded to; nil when the code names none.
    package var forwardingNumber: String? {
        guard case .forwarding = family, let number = fields.first, Self.isNumber(number) else { return nil }
        return number
    }

    /// How long it rings before an unanswered call is forwarded, in seconds.
    package var noReplySeconds: Int? {
        guard case .forwarding = family, fields.count > 2, (1...2).contains(fields[2].utf8.count) else { return nil }
        return Int(fields[2])
    }

    /// Which calls it is about; nil for all of them.
    package var basicService: BasicService? {
        switch family {
        case .forwarding, .barring: fields.count > 1 ? BasicService(code: fields[1]) : nil
        case .callWaiting: fields.first.flatMap(BasicService.init(code:))
        default: nil
        }
    }

    /// Where in the address the number starts that calls are forwarded to.
    var forwardingNumberOffset: Int? {
        guard forwardingNumber != nil else { return nil }
        let toServiceCode = address.utf8.prefix { !DialCharacters.isDigit($0) }.count
        return toServiceCode + (structure?.serviceCode.utf8.count ?? 0) + 1
    }

    static func isNumber(_ text: String) -> Bool {
        let digits = text.utf8.first == DialCharacters.plus ? text.utf8.dropFirst() : text.utf8[...]
        return !digits.isEmpty && digits.allSatisfy(DialCharacters.isDigit)
    }
}

/// Never shows a secret, whoever prints it.
extension NetworkCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { redacted }
    package var debugDescription: String { redacted }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
