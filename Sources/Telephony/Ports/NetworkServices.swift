// SPDX-License-Identifier: Apache-2.0

/// What a line's network and SIM do besides calls (3GPP TS 22.090, 22.030, 22.083, 27.007); a backend that has it adopts it.
///
/// Secrets (PIN, PUK) are parameters here and appear in no log, error message or stored row.
package protocol NetworkServices: Sendable {
    /// Sends a code and returns the network's answer; one session a line.
    ///
    /// - Parameter code: the string as dialed, such as `*100#`.
    /// - Throws: `TelephonyError`: `wrongState` while a session is open, `modemTimedOut`, `callRefused` with the network's word.
    func initiateUSSD(_ code: String, on line: LineKey) async throws -> USSDReply

    /// Answers what the network asked. Throws `TelephonyError`, `wrongState` when it asked nothing.
    func respondToUSSD(_ answer: String, on line: LineKey) async throws -> USSDReply

    /// Ends the session; does nothing when there is none.
    func cancelUSSD(on line: LineKey) async throws

    /// Changes the SIM's PIN. Throws `TelephonyError`.
    func changePIN(from old: String, to new: String, on line: LineKey) async throws

    /// Unblocks the SIM with its PUK and sets a new PIN. Throws `TelephonyError`.
    func unblockPIN(puk: String, newPIN: String, on line: LineKey) async throws

    /// Whether call waiting is on. Throws `TelephonyError`.
    func callWaiting(on line: LineKey) async throws -> Bool

    /// Switches call waiting. Throws `TelephonyError`.
    func setCallWaiting(_ isOn: Bool, on line: LineKey) async throws

    /// The modem's IMEI (what `*#06#` shows). Throws `TelephonyError`.
    func equipmentIdentity(of line: LineKey) async throws -> String
}

/// What the network says in a USSD session.
package struct USSDReply: Hashable, Sendable {
    /// Its text; shown as text and never interpreted.
    package var text: String
    /// Whether it waits for an answer; else the session is over.
    package var wantsAnswer: Bool

    package init(text: String, wantsAnswer: Bool) {
        self.text = text
        self.wantsAnswer = wantsAnswer
    }
}
