// SPDX-License-Identifier: Apache-2.0

/// What a command comes to.
enum ATAnswer: Hashable, Sendable {
    /// OK, after these lines.
    case ok([String])
    /// +CME ERROR, or ERROR when the host did not ask for numbers.
    case failure(ATError)
    /// This final result, whatever it is.
    case final(String)
    /// Never anything.
    case silence

    static let ok = ATAnswer.ok([])

    /// OK after one line.
    static func ok(_ line: String) -> ATAnswer { .ok([line]) }
}

/// Codes of 3GPP TS 27.007 §9.2.
enum ATError: Int, Sendable {
    case notAllowed = 3
    case notSupported = 4
    case simNotInserted = 10
    case pinRequired = 11
    case pukRequired = 12
    case simFailure = 13
    case incorrectPassword = 16
    case noNetwork = 30
    case incorrectParameters = 50

    init(_ refusal: NetworkRefusal) {
        self =
            switch refusal {
            case .noSIM: .simNotInserted
            case .simLocked: .pinRequired
            case .wrongCode: .incorrectPassword
            case .simBlocked: .simFailure
            case .noCoverage, .unplugged: .noNetwork
            case .invalidNumber, .invalidTone: .incorrectParameters
            case .unknownModem, .unknownCall, .wrongState, .lineBusy, .sessionOpen, .noSession: .notAllowed
            }
    }

    var text: String {
        switch self {
        case .notAllowed: "operation not allowed"
        case .notSupported: "operation not supported"
        case .simNotInserted: "SIM not inserted"
        case .pinRequired: "SIM PIN required"
        case .pukRequired: "SIM PUK required"
        case .simFailure: "SIM failure"
        case .incorrectPassword: "incorrect password"
        case .noNetwork: "no network service"
        case .incorrectParameters: "incorrect parameters"
        }
    }
}
