// SPDX-License-Identifier: Apache-2.0

extension NetworkCode {
    /// The secret digits of a code, for the SIM or the network and for nothing else.
    package enum Secrets: Hashable, Sendable {
        case changePIN(PIN, old: String, new: String)
        case unblockPIN(PIN, puk: String, new: String)
        /// Of call barring, as it is now.
        case password(String)
        /// `service` is the barring it is for, such as "330"; empty for all.
        case changePassword(service: String, old: String, new: String)
    }

    /// Takes out the secrets; nil when the code has none.
    ///
    /// - Throws: `TelephonyError` with `numberInvalid` when the code is mistyped; then it must not be run at all, for a
    ///   wrong PIN costs one of three attempts.
    package func secrets() throws(TelephonyError) -> Secrets? {
        switch family {
        case .pinChange(let pin):
            let (old, new) = try twoSecrets(Self.pinLengths, Self.pinLengths)
            return .changePIN(pin, old: old, new: new)
        case .pinUnblock(let pin):
            let (puk, new) = try twoSecrets(Self.pukLengths, Self.pinLengths)
            return .unblockPIN(pin, puk: puk, new: new)
        case .password:
            let (old, new) = try twoSecrets(Self.passwordLengths, Self.passwordLengths)
            return .changePassword(service: fields[0], old: old, new: new)
        case .barring:
            guard let password = fields.first, !password.isEmpty else { return nil }
            return .password(password)
        default: return nil
        }
    }

    /// Digits of a PIN, a PUK (3GPP TS 31.101 §9) and a barring password (3GPP TS 22.004).
    package static let pinLengths = 4...8
    /// Digits of a PUK.
    package static let pukLengths = 8...8
    /// Digits of a barring password.
    package static let passwordLengths = 4...4

    /// Reads `old*new*new`, after the service for a password (22.030 §6.5.4, §6.6).
    private func twoSecrets(
        _ oldLengths: ClosedRange<Int>, _ newLengths: ClosedRange<Int>
    ) throws(TelephonyError) -> (old: String, new: String) {
        let isPassword = family == .password
        let secret = Array(fields.dropFirst(isPassword ? 1 : 0))
        guard action == .register || (isPassword && action == .activate), secret.count == 3 else {
            throw TelephonyError(.numberInvalid, "digits are missing; give the old ones and then the new ones twice")
        }
        guard secret[1] == secret[2] else {
            throw TelephonyError(.numberInvalid, "the new digits are not the same both times; enter the code again")
        }
        guard Self.isSecret(secret[0], oldLengths), Self.isSecret(secret[1], newLengths) else {
            throw TelephonyError(
                .numberInvalid, "a PIN has 4 to 8 digits, a PUK 8 and a barring password 4; enter the code again")
        }
        return (secret[0], secret[1])
    }

    private static func isSecret(_ text: String, _ lengths: ClosedRange<Int>) -> Bool {
        lengths.contains(text.utf8.count) && text.utf8.allSatisfy(DialCharacters.isDigit)
    }
}

/// A secret is not printed by accident.
extension NetworkCode.Secrets: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "••••" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension NetworkCode {
    /// The code with every secret as `••••`, whatever its length: for logs, prompts and the history.
    package var redacted: String {
        guard hasSecretDigits, let structure else { return address }
        let start = String(address.prefix { !$0.isASCII || !$0.isNumber })
        let shown = fields.enumerated().map { index, field in
            field.isEmpty || isPublic(index) ? field : "••••"
        }
        return start + structure.serviceCode + shown.map { "*" + $0 }.joined() + "#"
    }

    /// Whether there is anything to hide.
    package var hasSecretDigits: Bool {
        fields.indices.contains { !fields[$0].isEmpty && !isPublic($0) }
    }

    /// Whether a field is certain to be no secret; in a mistyped code none is.
    private func isPublic(_ index: Int) -> Bool {
        switch family {
        case .pinChange, .pinUnblock: false
        case .password: index == 0 && fields.count == 4 && Self.isServiceCode(fields[0])
        case .barring: index == 1 && fields.count == 2 && BasicService(code: fields[1]) != nil
        case .unstructured: !isPasswordService
        default: true
        }
    }

    /// Barring in a form we do not know, and multiple subscriber profiles (59n), which take a password too.
    private var isPasswordService: Bool {
        guard let serviceCode = structure?.serviceCode else { return false }
        return BarredCalls(rawValue: serviceCode) != nil || (serviceCode.hasPrefix("59") && serviceCode.count == 3)
    }

    private static func isServiceCode(_ text: String) -> Bool {
        (2...3).contains(text.utf8.count) && text.utf8.allSatisfy(DialCharacters.isDigit)
    }
}
