// SPDX-License-Identifier: Apache-2.0

/// The call operations of 3GPP TS 22.030 §6.5.5.1, as +CHLD names them.
package enum CallHoldOperation: Hashable, Sendable {
    /// 0: declines the waiting call, or else ends all held ones.
    case releaseHeldOrDeclineWaiting
    /// 1: ends all active calls and accepts the waiting one, or else the held ones.
    case releaseActiveAndAccept
    /// 1X: ends this call alone.
    case release(index: Int)
    /// 2: holds all active calls and accepts the waiting one, or else the held ones.
    case holdActiveAndAccept
    /// 2X: holds all calls but this one.
    case split(index: Int)
    /// 3: adds the held calls to the conversation.
    case join
    /// 4: connects the two calls and leaves them.
    case transfer

    /// Reads the argument of +CHLD; nil when it is none of these.
    package init?(_ text: String) {
        let digits = Array(text)
        switch (digits.first, digits.dropFirst().first.flatMap { $0.wholeNumberValue }, digits.count) {
        case ("0", nil, 1): self = .releaseHeldOrDeclineWaiting
        case ("1", nil, 1): self = .releaseActiveAndAccept
        case ("2", nil, 1): self = .holdActiveAndAccept
        case ("3", nil, 1): self = .join
        case ("4", nil, 1): self = .transfer
        case ("1", let index?, 2): self = .release(index: index)
        case ("2", let index?, 2): self = .split(index: index)
        default: return nil
        }
    }
}
