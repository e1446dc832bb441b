// SPDX-License-Identifier: Apache-2.0
internal import Telephony

extension Handle {
    init(_ handle: Telephony.Handle) {
        self.init(type: Kind(handle.type), value: handle.value, displayName: handle.displayName)
    }

    var telephony: Telephony.Handle {
        Telephony.Handle(type: type.telephony, value: value, displayName: displayName)
    }
}

extension Handle.Kind {
    init(_ kind: Telephony.Handle.Kind) {
        self =
            switch kind {
            case .generic: .generic
            case .phoneNumber: .phoneNumber
            case .emailAddress: .emailAddress
            }
    }

    var telephony: Telephony.Handle.Kind {
        switch self {
        case .generic: .generic
        case .phoneNumber: .phoneNumber
        case .emailAddress: .emailAddress
        }
    }
}
