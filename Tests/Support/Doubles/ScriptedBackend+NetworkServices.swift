// SPDX-License-Identifier: Apache-2.0
package import Telephony

/// What a line does besides calls, as a test says.
extension ScriptedBackend: NetworkServices {
    package func initiateUSSD(_ code: String, on line: LineKey) async throws -> USSDReply {
        try await reply(to: .code(code, line))
    }
    package func respondToUSSD(_ answer: String, on line: LineKey) async throws -> USSDReply {
        try await reply(to: .codeAnswer(answer, line))
    }
    package func cancelUSSD(on line: LineKey) async throws {
        try carryOut(.cancelCode(line))
        letCodesThrough(failing: TelephonyError(.wrongState, "cancelled"))
    }
    package func changePIN(from old: String, to new: String, on line: LineKey) async throws {
        try carryOut(.changePIN(old, new, line))
    }
    package func unblockPIN(puk: String, newPIN: String, on line: LineKey) async throws {
        try carryOut(.unblockPIN(puk, newPIN, line))
    }
    package func callWaiting(on line: LineKey) async throws -> Bool {
        try carryOut(.callWaiting(nil, line))
        return true
    }
    package func setCallWaiting(_ isOn: Bool, on line: LineKey) async throws {
        try carryOut(.callWaiting(isOn, line))
    }
    package func equipmentIdentity(of line: LineKey) async throws -> String {
        try carryOut(.equipmentIdentity(line))
        return "001010000000020"
    }

    private func reply(to command: Command) async throws -> USSDReply {
        try carryOut(command)
        try await waitForCodes()
        return nextReply()
    }
}
