// SPDX-License-Identifier: Apache-2.0

/// What can be asked of a simulated network: what the modem's user does, and what the rest of the world does.
package enum NetworkCommand: Hashable, Sendable {
    case dial(String, modem: String)
    /// Answers an incoming call, or holds the active ones and accepts a waiting one.
    case answer(call: Int)
    /// Ends this call alone.
    case hangUp(call: Int)
    /// Ends what is active, being set up or ringing on the modem, as +CHUP does.
    case hangUpCurrent(modem: String)
    case hold(CallHoldOperation, modem: String)
    /// Sends one DTMF tone (3GPP TS 27.007 +VTS).
    case tone(Character, call: Int)
    /// Sends a network code (USSD), or an answer to what the network asked.
    case code(String, modem: String)
    /// Ends the session of a code.
    case cancelCode(modem: String)
    case enterPIN(String, modem: String)
    case enterPUK(String, newPIN: String, modem: String)
    case changePIN(from: String, to: String, modem: String)
    /// Switches call waiting (3GPP TS 22.083): without it a second caller finds the line busy.
    case callWaiting(Bool, modem: String)

    /// Somebody calls; without a modem the first one that can be reached.
    case incoming(SimulatedParty, modem: String?)
    /// The other side of the call with this number acts, or of the newest call that it is possible to.
    case remote(RemoteAct, number: String?)
    /// The other side of an active call sends a tone.
    case remoteTone(Character, number: String?)
    /// The network says now what it would say to a code later; without a modem, to every one.
    case replyCode(modem: String?)
    /// The network ends the session of a code; without a modem, every one.
    case endCode(modem: String?)
    /// The network says something by itself; a script that waits for an answer opens a session. Without a modem, to the
    /// first one that can be reached.
    case push(CodeScript, modem: String?)
    /// Without a modem: all of them; so too for the SIM and for plugging.
    case coverage(Bool, modem: String?)
    case sim(SIMState, modem: String?)
    case plugged(Bool, modem: String?)
}
