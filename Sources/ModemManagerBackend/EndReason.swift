// SPDX-License-Identifier: Apache-2.0
import Telephony

extension Leg {
    /// Why the leg ended, from what ModemManager says and from its course.
    ///
    /// ModemManager 1.20 gives the same reason, unknown, for busy, no answer and a hang-up at the other end. So an
    /// outgoing leg that the network ended before it was answered counts as busy when it never rang there, and as not
    /// answered when it did.
    func endReason(_ reason: CallReasonWord) -> CallEndReason {
        if isEnding { return ourEnd }
        switch reason {
        case .terminated, .transferred: return ourEnd
        case .deflected: return .declined
        case .refusedOrBusy: return direction == .outgoing ? .busy : .declined
        case .error: return .failed("the modem reported an error in the call")
        case .audioSetupFailed: return .failed("the modem could not set up the sound of the call")
        default: return networkEnd
        }
    }

    private var ourEnd: CallEndReason { direction == .incoming && !wasConnected ? .declined : .localHangUp }

    private var networkEnd: CallEndReason {
        if direction == .incoming || wasConnected { return .remoteHangUp }
        return wasAlerting ? .noAnswer : .busy
    }
}
