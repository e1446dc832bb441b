// SPDX-License-Identifier: Apache-2.0
package import DBus
package import Telephony

extension TelephonyError {
    /// The error as the bus carries it: a name and a message.
    package var onBus: DBusError { DBusError(ContractNames.errorPrefix + code.rawValue, message) }

    /// What a bus error means; a name of ours that is unknown keeps its code, anything else says what to do next.
    package init(fromBus error: DBusError) {
        if error.name.hasPrefix(ContractNames.errorPrefix) {
            let code = Code(rawValue: String(error.name.dropFirst(ContractNames.errorPrefix.count)))
            self.init(code, error.message)
            return
        }
        switch error.name {
        case DBusError.serviceUnknown, DBusError.nameHasNoOwner:
            self.init(.daemonUnavailable, "dialtoned is not running and cannot be started; install and start dialtone")
        case DBusError.disconnected:
            self.init(.connectionLost, "the connection to the bus was lost; try again")
        case DBusError.noReply where error.calleeHasGone:
            self.init(.daemonUnavailable, "dialtoned ended while it worked on this; try again")
        case DBusError.noReply, DBusError.timedOut:
            self.init(
                .timedOut, "dialtoned did not answer in time; see its log, and whether its disk answers, then try again"
            )
        case DBusError.accessDenied:
            self.init(.notAllowed, "the bus does not let this program reach dialtoned; check its D-Bus policy")
        case DBusError.unknownMethod, DBusError.unknownInterface:
            self.init(.serviceUnavailable, "dialtoned is too old for this; update it and start it again")
        case DBusError.invalidArguments:
            self.init(
                .serviceUnavailable,
                "dialtoned and this program do not understand each other (\(error.message)); update the older one")
        case DBusError.limitsExceeded:
            self.init(.tooMany, "too many requests at once; wait for the earlier ones")
        default:
            if error.name.hasPrefix("org.freedesktop.DBus.Error.Spawn.") {
                self.init(.daemonUnavailable, "dialtoned could not be started (\(error.message)); look at its log")
            } else {
                self.init(.serviceUnavailable, "dialtoned failed: \(error.message)")
            }
        }
    }
}
