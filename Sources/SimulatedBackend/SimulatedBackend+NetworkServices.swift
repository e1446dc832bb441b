// SPDX-License-Identifier: Apache-2.0
import ModemSimulator
package import Telephony

extension SimulatedBackend: NetworkServices {
    package func initiateUSSD(_ code: String, on line: LineKey) async throws -> USSDReply {
        try USSDText.check(code: code)
        let modem = try modem(of: line)
        guard !network.runsCode(on: modem) else { throw TelephonyError(NetworkRefusal.sessionOpen) }
        return try await say(code, on: modem)
    }

    package func respondToUSSD(_ answer: String, on line: LineKey) async throws -> USSDReply {
        try USSDText.check(answer: answer)
        let modem = try modem(of: line)
        guard network.runsCode(on: modem), codeWaiters[modem] == nil else {
            throw TelephonyError(.wrongState, "the network has not asked anything; run the code again")
        }
        return try await say(answer, on: modem)
    }

    package func cancelUSSD(on line: LineKey) async throws {
        let modem = try modem(of: line)
        report(try obey(.cancelCode(modem: modem)))
        settleCode(
            of: modem,
            .failure(TelephonyError(.wrongState, "the code was cancelled before the network answered; run it again")))
    }

    package func changePIN(from old: String, to new: String, on line: LineKey) async throws {
        try SIMCode.check(pin: old)
        try SIMCode.check(pin: new)
        try useSIM("+CPWD", .changePIN(from: old, to: new, modem: try modem(of: line)))
    }

    package func unblockPIN(puk: String, newPIN: String, on line: LineKey) async throws {
        try SIMCode.check(puk: puk)
        try SIMCode.check(pin: newPIN)
        try useSIM("+CPIN", .enterPUK(puk, newPIN: newPIN, modem: try modem(of: line)))
    }

    package func callWaiting(on line: LineKey) async throws -> Bool {
        let modem = try modem(of: line)
        try checkFault("+CCWA")
        return network.modem(modem)?.callWaiting ?? false
    }

    package func setCallWaiting(_ isOn: Bool, on line: LineKey) async throws {
        let modem = try modem(of: line)
        try checkFault("+CCWA")
        report(try obey(.callWaiting(isOn, modem: modem)))
    }

    package func equipmentIdentity(of line: LineKey) async throws -> String {
        network.modem(try modem(of: line))?.imei ?? ""
    }

    /// A wrong code is counted, and the last one locks the SIM: that is news about the line.
    private func useSIM(_ command: String, _ use: NetworkCommand) throws {
        try checkFault(command)
        let before = network.modems.map(\.sim)
        defer { if network.modems.map(\.sim) != before { reportLines() } }
        _ = try obey(use)
    }
}
