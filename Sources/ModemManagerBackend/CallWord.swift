// SPDX-License-Identifier: Apache-2.0
import Telephony

/// ModemManager's `MMCallState`; an open set.
struct CallStateWord: RawRepresentable, Hashable, Sendable {
    var rawValue: Int32

    /// A call object that was made and not started.
    static let unknown = Self(rawValue: 0)
    static let dialing = Self(rawValue: 1)
    static let ringingOut = Self(rawValue: 2)
    static let ringingIn = Self(rawValue: 3)
    static let active = Self(rawValue: 4)
    static let held = Self(rawValue: 5)
    static let waiting = Self(rawValue: 6)
    static let terminated = Self(rawValue: 7)

    /// The state of a live leg; nil for the ends and for values that a newer daemon made up.
    var live: CallState? {
        switch self {
        case .dialing: .dialing
        case .ringingOut: .alerting
        case .ringingIn: .incoming
        case .active: .active
        case .held: .held
        case .waiting: .waiting
        default: nil
        }
    }
}

/// Why a call is in its state: `MMCallStateReason`; an open set.
struct CallReasonWord: RawRepresentable, Hashable, Sendable {
    var rawValue: UInt32

    static let unknown = Self(rawValue: 0)
    static let outgoingStarted = Self(rawValue: 1)
    static let incomingNew = Self(rawValue: 2)
    static let accepted = Self(rawValue: 3)
    static let terminated = Self(rawValue: 4)
    static let refusedOrBusy = Self(rawValue: 5)
    static let error = Self(rawValue: 6)
    static let audioSetupFailed = Self(rawValue: 7)
    static let transferred = Self(rawValue: 8)
    static let deflected = Self(rawValue: 9)
}

/// What ModemManager says about a call at one time.
struct CallWord: Hashable, Sendable {
    var state: CallStateWord
    var reason: CallReasonWord

    init(_ state: CallStateWord, _ reason: CallReasonWord = .unknown) {
        self.state = state
        self.reason = reason
    }
}
