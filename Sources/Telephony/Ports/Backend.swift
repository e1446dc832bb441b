// SPDX-License-Identifier: Apache-2.0

/// A source of lines: ModemManager, oFono, or a simulated network.
///
/// A backend is an actor on the daemon's loop. It reports through `events` in the order in which things happen,
/// tells every leg's end exactly once, and never reports a leg that the service ended and heard the end of.
package protocol Backend: Sendable {
    /// Names it in line keys and in the log; constant.
    nonisolated var name: String { get }

    /// What happens on the backend, from its start; one consumer, which must not fall behind.
    nonisolated var events: AsyncStream<BackendEvent> { get }

    /// Runs until its task is cancelled; survives the loss and return of its modem daemon.
    func run() async

    /// Dials and returns once the modem daemon took the call; what comes later are events about `call`.
    ///
    /// - Parameter digits: 1 to 80 characters of `0-9 * # +`, exactly what the modem gets.
    /// - Returns: the leg's reference (`Call.reference`).
    /// - Throws: `TelephonyError`; then no leg is left behind, also when the modem daemon answers late.
    ///   `CancellationError` when the backend is stopped: the call may be set up all the same.
    func dial(_ digits: String, on line: LineKey, as call: CallID) async throws -> String

    /// Dials an emergency number on a line in whatever state: without SIM, with a locked one, switched off.
    ///
    /// A modem that is switched off is switched on first; a modem that hangs is given up sooner than for an ordinary
    /// dial, for the service tries the next line then. Parameters, result and errors are those of `dial`, which is
    /// what a backend does that has nothing to add.
    func dialEmergency(_ digits: String, on line: LineKey, as call: CallID) async throws -> String

    /// Answers an incoming call. Throws `TelephonyError`.
    func answer(_ call: CallID) async throws

    /// Ends exactly this leg in whatever state it is; returns when the modem took the command, or at once for a dial on its
    /// way, which is then undone.
    ///
    /// - Throws: `TelephonyError`: `unknownConversation` for a leg that is not known, or not yet.
    func hangUp(_ call: CallID) async throws

    /// Sends one DTMF tone of `0-9 * # A-D`. Throws `TelephonyError`.
    func sendTone(_ tone: Character, on call: CallID) async throws
}

extension Backend {
    package func dialEmergency(_ digits: String, on line: LineKey, as call: CallID) async throws -> String {
        try await dial(digits, on: line, as: call)
    }
}

/// What a backend reports.
package enum BackendEvent: Hashable, Sendable {
    /// Its modem daemon is there, or why it is not.
    case available
    case unavailable(String)
    /// All lines it has now; replaces what it reported before.
    case lines([Line])
    /// A leg that the service did not begin.
    case appeared(Call)
    /// How the leg of a dial on its way is found again, as soon as that is known and before the modem hears of it; a later
    /// one replaces it.
    case named(CallID, reference: String)
    case changed(CallID, CallState)
    /// Every call that was up when the backend found its modem daemon has appeared; said once for each time it finds it.
    case callsListed
    /// The caller's number, which the network told after the call.
    case identified(CallID, RemoteParty)
    /// The network says something on a line by itself: each message once, and never the answer to a code.
    ///
    /// When it waits for an answer the line has a session from then on, as if a code had been run (`NetworkServices`).
    case said(USSDReply, LineKey)
    /// The network, or another program, ended the session that waited for an answer on the line.
    case sessionEnded(LineKey)
    /// Something that the person finds in the log; no numbers in it.
    case noted(String)
}
