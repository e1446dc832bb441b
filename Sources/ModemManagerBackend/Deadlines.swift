// SPDX-License-Identifier: Apache-2.0

/// How long each request to ModemManager may take; a test shortens them.
package struct Deadlines: Hashable, Sendable {
    /// Lists, reads and probes: what ModemManager answers without its modem.
    package var read: Duration = .seconds(10)
    /// CreateCall and DeleteCall, which do not touch the modem either.
    package var createCall: Duration = .seconds(10)
    /// Start: ModemManager waits up to 90 s for the modem's answer to ATD.
    package var start: Duration = .seconds(95)
    /// Accept, Hangup, HoldAndAccept and SendDtmf: commands of 2 to 3 s behind whatever the modem is busy with.
    package var command: Duration = .seconds(10)
    /// Initiate and Respond: how long the network may take to say something (3GPP TS 24.090 leaves it to the network).
    package var ussd: Duration = .seconds(60)
    /// CallWaitingQuery and CallWaitingSetup: the network is asked; ModemManager waits up to 60 s.
    package var supplementary: Duration = .seconds(65)
    /// ChangePin and SendPuk: the modem may be slow while its SIM starts again.
    package var sim: Duration = .seconds(30)
    /// Enable: dozens of commands.
    package var enable: Duration = .seconds(60)
    /// Enable, and coming to a network afterwards, before an emergency number is dialed.
    package var emergencyEnable: Duration = .seconds(30)
    /// Coming to a network after that.
    package var emergencyNetwork: Duration = .seconds(20)
    /// Start of an emergency call: after that the next line is tried.
    package var emergencyStart: Duration = .seconds(25)
    /// How long an answer is still listened for after its deadline, to undo what it did.
    package var late: Duration = .seconds(300)
    /// How long an incoming call waits for its number, which the modem tells after the ring (+CLIP after RING).
    package var callerNumber: Duration = .milliseconds(500)
    /// How long a new call object waits to be read while CreateCall is on its way: most likely it is the one being made,
    /// whose path comes right behind, and reading it would hold up Start.
    package var creation: Duration = .milliseconds(20)
    /// How long a modem must stay disabled before that counts as the person's wish: ModemManager also disables a modem
    /// just before it lets go of it, and says "user requested" then too.
    package var switchedOff: Duration = .seconds(2)
    /// How long ModemManager may need until it knows a leg's index at the modem: it asks every 2 s, on a timer of
    /// whole seconds.
    package var legIndex: Duration = .milliseconds(3_500)

    /// How long after our hang-up a modem may take to list its calls without the one that ended: ModemManager takes such a
    /// list to be about the next call, if that is dialed before it, and drops that.
    package var callList: Duration = .milliseconds(250)

    /// How long until ModemManager is asked again for the properties of a SIM or a call that it could not tell.
    package var unread: Duration = .seconds(2)
    /// How long until the store is asked again for what it could not tell.
    package var storeRetry: Duration = .seconds(30)
    /// How long a network may keep a session open whose cancelling did not reach it.
    package var lostCancellation: Duration = .seconds(180)

    package init() {}
}
