// SPDX-License-Identifier: Apache-2.0
import Telephony

/// What is to be dialed and on which way of the routing.
struct Wish: Hashable, Sendable {
    var dial: DialString
    /// Way 1 of the routing: ahead of line choice and limits.
    var isEmergency: Bool
    /// The app that it is for; nil for a link.
    var app: String?

    /// The number as it will be dialed, with its post-dial part.
    var number: String { dial.address + dial.postDial }
}
