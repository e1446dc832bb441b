// SPDX-License-Identifier: Apache-2.0
import DBus
package import Telephony

extension ModemManagerBackend: NetworkServices {
    package func changePIN(from old: String, to new: String, on line: LineKey) async throws {
        try SIMCode.check(pin: old)
        try SIMCode.check(pin: new)
        let target = try target(line)
        let sim = try sim(of: target)
        try await ask(.sim, target) { backend in
            try await backend.bus.call(
                backend.method(sim, Name.sim, "ChangePin", target.owner), old, new, deadline: backend.deadlines.sim,
                autoStart: false)
        }
    }

    package func unblockPIN(puk: String, newPIN: String, on line: LineKey) async throws {
        try SIMCode.check(puk: puk)
        try SIMCode.check(pin: newPIN)
        let target = try target(line)
        let sim = try sim(of: target)
        try await ask(.sim, target) { backend in
            try await backend.bus.call(
                backend.method(sim, Name.sim, "SendPuk", target.owner), puk, newPIN,
                deadline: backend.deadlines.sim, autoStart: false)
        }
    }

    package func callWaiting(on line: LineKey) async throws -> Bool {
        let target = try target(line)
        return try await ask(.callWaiting, target) { backend in
            try await backend.bus.call(
                backend.method(target.modem, Name.voice, "CallWaitingQuery", target.owner),
                deadline: backend.deadlines.supplementary, autoStart: false, returning: Bool.self)
        }
    }

    package func setCallWaiting(_ isOn: Bool, on line: LineKey) async throws {
        let target = try target(line)
        try await ask(.callWaiting, target) { backend in
            try await backend.bus.call(
                backend.method(target.modem, Name.voice, "CallWaitingSetup", target.owner), isOn,
                deadline: backend.deadlines.supplementary, autoStart: false)
        }
    }

    package func equipmentIdentity(of line: LineKey) async throws -> String {
        let target = try target(line)
        let value = try await ask(.equipment, target) { backend in
            try await backend.property("EquipmentIdentifier", of: target, Name.modem)
        }
        guard let identity = value.string, !identity.isEmpty else {
            throw TelephonyError(.modemFailed, "the modem does not tell its identity; look at its label")
        }
        return USSDText.reply(identity)
    }
}

extension ModemManagerBackend {
    /// A line's modem, and the ModemManager that has it.
    struct Target: Hashable, Sendable {
        var line: LineKey
        var modem: ObjectPath
        var owner: String
    }

    /// Also of a modem without calls: its SIM may be what keeps it from them.
    func target(_ line: LineKey) throws -> Target {
        guard let owner = book.owner, book.early == nil else {
            throw TelephonyError(
                .modemServiceUnavailable, "ModemManager is not running; start the ModemManager service")
        }
        if let keeper = book.keeper { throw TelephonyError(.modemFailed, Keeper.refusal(keeper)) }
        guard let modem = book.modems.keys.first(where: { book.lineKey($0) == line }) else {
            throw TelephonyError(.serviceUnavailable, "the line is gone; choose one of the lines that are there")
        }
        return Target(line: line, modem: modem, owner: owner)
    }

    private func sim(of target: Target) throws -> ObjectPath {
        guard let sim = book.modems[target.modem]?.simPath else {
            throw TelephonyError.noSIM
        }
        return sim
    }

    func property(_ name: String, of target: Target, _ interface: String) async throws -> Variant {
        try await bus.call(
            method(target.modem, Name.properties, "Get", target.owner), interface, name, deadline: deadlines.read,
            autoStart: false, returning: Variant.self)
    }

    /// Makes a request and turns its error into ours, after a look whether ModemManager still answers.
    func ask<R: Sendable>(
        _ service: NetworkService, _ target: Target,
        _ request: (isolated ModemManagerBackend) async throws -> R
    ) async throws -> R {
        do {
            return try await request(self)
        } catch {
            submit { await $0.doubt(error, target.owner) }
            let readiness = book.lines.first { $0.key == target.line }?.readiness
            let tries = service == .sim ? await triesLeft(target) : nil
            throw ErrorMapping.telephonyError(error, of: service, readiness: readiness, triesLeft: tries)
        }
    }

    /// How often the SIM will still look at a PIN and at a PUK; nil when the modem does not tell.
    private func triesLeft(_ target: Target) async -> SIMTries? {
        guard let value = try? await property("UnlockRetries", of: target, Name.modem),
            let counts = try? value.decode(as: [UInt32: UInt32].self)
        else { return nil }
        return SIMTries(counts)
    }
}
