// SPDX-License-Identifier: Apache-2.0

/// What happened in the network, in the order in which it did.
package enum Announcement: Hashable, Sendable {
    case appeared(SimulatedCall)
    /// Its state or its part in a conference is another now.
    case changed(SimulatedCall)
    /// It is gone; the call carries the state it was in.
    case ended(SimulatedCall, SimulatedCall.Ending)
    case toneSent(Character, SimulatedCall)
    case toneReceived(Character, SimulatedCall)
    /// What the network says in the session of a code.
    case codeReplied(CodeReply, modem: String)
    /// What the network says by itself, which is no answer to anything.
    case codePushed(CodeReply, modem: String)
    /// The modem's SIM, coverage or plug changed.
    case modemChanged(SimulatedModem)
}
