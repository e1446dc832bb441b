// SPDX-License-Identifier: Apache-2.0

extension NetworkCode {
    /// The parts of a code before anybody asks what they mean.
    struct Structure: Hashable, Sendable {
        /// nil when the characters before the service code are no action, as in `#*04`.
        var action: Action?
        /// Two or three digits.
        var serviceCode: String
        var fields: [String]
        /// Whether it is exactly of the form of §6.5.2.
        var isExact: Bool

        /// nil for a code that has no such form.
        ///
        /// Takes more than §6.5.2 allows (any stars and hashes in front, any number of fields, hashes among them): a
        /// mistyped code for the SIM must still be known as one, or its digits would go to the network.
        init?(_ address: String) {
            let start = address.utf8.prefix { !DialCharacters.isDigit($0) }
            let rest = address.utf8.dropFirst(start.count)
            let digits = rest.prefix(while: DialCharacters.isDigit)
            guard !start.isEmpty, (2...3).contains(digits.count), rest.last == DialCharacters.hash else { return nil }
            let information = rest.dropFirst(digits.count).dropLast()
            action = Self.actions[String(Substring(start))]
            serviceCode = String(Substring(digits))
            fields = information.isEmpty ? [] : Self.split(information.dropFirst())
            isExact = action != nil && fields.count <= 3 && !information.contains(DialCharacters.hash)
        }

        private static let actions: [String: Action] = [
            "*": .activate, "#": .deactivate, "*#": .interrogate, "**": .register, "##": .erase,
        ]

        private static func split(_ information: Substring.UTF8View) -> [String] {
            information.split(separator: DialCharacters.star, omittingEmptySubsequences: false)
                .map { String(Substring($0)) }
        }
    }

    static func family(of structure: Structure) -> Family {
        if let secret = familyWithSecrets(of: structure) { return secret }
        // What is not exactly of the form goes to the network as it stands, and no screen claims to know what it does.
        guard structure.isExact else { return .unstructured }
        let code = structure.serviceCode
        if let calls = ForwardedCalls(rawValue: code) {
            let number = structure.fields.first ?? ""
            return number.isEmpty || isNumber(number) ? .forwarding(calls) : .unstructured
        }
        if let calls = BarredCalls(rawValue: code) { return .barring(calls) }
        if let service = CallerIdentityService(rawValue: code) { return .callerIdentity(service) }
        return code == "43" ? .callWaiting : .unstructured
    }

    /// Known by its service code and by having any field at all.
    private static func familyWithSecrets(of structure: Structure) -> Family? {
        guard !structure.fields.isEmpty else { return nil }
        switch structure.serviceCode {
        case "04": return .pinChange(.pin)
        case "042": return .pinChange(.pin2)
        case "05": return .pinUnblock(.pin)
        case "052": return .pinUnblock(.pin2)
        case "03": return .password
        default: return nil
        }
    }
}
