// SPDX-License-Identifier: Apache-2.0
package import Telephony

/// Where a network code goes: a pure decision, so that no secret of the SIM ever reaches the network.
package enum CodeRoute: Hashable, Sendable {
    case changePIN(old: String, new: String)
    case unblockPIN(puk: String, newPIN: String)
    /// nil asks whether it is on.
    case callWaiting(Bool?)
    /// `*#06#`: what the device itself knows.
    case equipmentIdentity
    /// The string as the network gets it.
    case network(String)

    /// - Throws: `TelephonyError`: `numberInvalid` for a mistyped code of the SIM, `callRefused` for one that the modem
    ///   layer has no function for; the text never shows a digit of it.
    package init(_ code: NetworkCode) throws(TelephonyError) {
        switch (code.family, try code.secrets()) {
        case (_, .changePIN(.pin, let old, let new)): self = .changePIN(old: old, new: new)
        case (_, .unblockPIN(.pin, let puk, let new)): self = .unblockPIN(puk: puk, newPIN: new)
        case (.pinChange, _), (.pinUnblock, _):
            throw TelephonyError(
                .callRefused, "the modem service cannot change a PIN2; change it in a device that can")
        case (.imei, _): self = .equipmentIdentity
        case (.callWaiting, _) where code.isAboutVoice: self = .callWaiting(code.switchesOn)
        default:
            guard let text = code.networkString else {
                throw TelephonyError(.callRefused, "this code is not for the network; check it")
            }
            self = .network(text)
        }
    }

    /// Whether it can do something on a line that cannot dial.
    var needsReadyLine: Bool {
        switch self {
        case .changePIN, .unblockPIN, .equipmentIdentity: false
        case .callWaiting, .network: true
        }
    }
}

extension NetworkCode {
    /// The modem's function for call waiting is about voice calls; the network alone can switch it for others.
    fileprivate var isAboutVoice: Bool {
        guard let service = basicService else { return action != nil }
        return action != nil && ["10", "11"].contains(service.code)
    }

    fileprivate var switchesOn: Bool? {
        switch action {
        case .activate, .register: true
        case .deactivate, .erase: false
        case .interrogate, nil: nil
        }
    }
}

/// A route may hold secrets: it is not printed by accident.
extension CodeRoute: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String {
        switch self {
        case .changePIN: "changes the PIN"
        case .unblockPIN: "unblocks the PIN"
        case .callWaiting: "call waiting"
        case .equipmentIdentity: "equipment identity"
        case .network: "for the network"
        }
    }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
