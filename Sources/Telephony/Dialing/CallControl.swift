// SPDX-License-Identifier: Apache-2.0

/// What one or two digits and SEND mean while there is a call (3GPP TS 22.030 §6.5.5.1); out of a call they are a number.
package enum CallControl: Hashable, Sendable {
    /// `0`: releases all held calls, or tells the waiting caller that the person is busy.
    case releaseHeldOrRejectWaiting
    /// `1`: releases all active calls and takes the held or waiting one.
    case releaseActiveAndAccept
    /// `1X`: releases active call X, numbered from 1 in the order of setting up.
    case release(call: Int)
    /// `2`: holds all active calls and takes the held or waiting one.
    case holdActiveAndAccept
    /// `2X`: holds all active calls but call X.
    case holdAll(butCall: Int)
    /// `3`: joins the held call to the conversation.
    case join
    /// `4`: connects the two calls and leaves both.
    case transfer

    /// Parses what was entered; nil when it is no call control and hence a number or a code.
    package init?(parsing text: String) {
        let digits = Array(text.utf8)
        let call = digits.count == 2 ? Int(digits[1]) - Int(UInt8(ascii: "0")) : 0
        switch (digits.first, digits.count) {
        case (UInt8(ascii: "0"), 1): self = .releaseHeldOrRejectWaiting
        case (UInt8(ascii: "1"), 1): self = .releaseActiveAndAccept
        case (UInt8(ascii: "2"), 1): self = .holdActiveAndAccept
        case (UInt8(ascii: "3"), 1): self = .join
        case (UInt8(ascii: "4"), 1): self = .transfer
        case (UInt8(ascii: "1"), 2) where (1...9).contains(call): self = .release(call: call)
        case (UInt8(ascii: "2"), 2) where (1...9).contains(call): self = .holdAll(butCall: call)
        default: return nil
        }
    }
}
