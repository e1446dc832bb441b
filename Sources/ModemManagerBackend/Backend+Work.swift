// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

extension ModemManagerBackend {
    /// Does what the book wanted done while this owner was there; nothing when it is gone.
    func work(on effect: BookEffect, _ owner: String) async {
        guard book.owner == owner else { return }
        switch effect {
        case .report: break
        case .readSIM(let modem, let sim): await readSIM(sim, of: modem, owner)
        case .readSIMAgain(let modem, let sim):
            await pause(deadlines.unread)
            if book.modems[modem]?.simPath == sim { await readSIM(sim, of: modem, owner) }
        case .readCall(let call): await read(call, owner)
        case .enable(let modem): await enable(modem, owner)
        case .settleSwitchedOff(let modem):
            await pause(deadlines.switchedOff)
            if book.owner == owner { take(.switchedOffSettled(modem: modem)) }
        case .remember(let isSwitchedOff, let modem):
            // A store that cannot write is reported by the store's own errors; the book remembers until the restart.
            try? await store.setSwitchedOff(isSwitchedOff, modem: modem)
        case .awaitNumber(let call):
            await pause(deadlines.callerNumber)
            if book.owner == owner { take(.numberOverdue(call)) }
        case .deleteCall(let call, let modem): await delete(call, of: modem, owner)
        case .silence(let modem):
            try? await tell(modem, Name.voice, "HangupAll", owner)
        }
    }

    private func readSIM(_ sim: ObjectPath, of modem: ObjectPath, _ owner: String) async {
        guard book.owner == owner else { return }
        let properties = try? await properties(of: sim, Name.sim, owner)
        if book.owner == owner { take(.simRead(modem: modem, sim: sim, properties)) }
    }

    /// A call that cannot be read rings, or is up, all the same: it is read until it can be or is gone.
    private func read(_ call: ObjectPath, _ owner: String) async {
        if let modem = book.readings[call]?.modem, book.isCreating(on: modem) { await pause(deadlines.creation) }
        // It may have turned out to be one that we made, or have gone.
        while book.owner == owner, book.readings[call] != nil, !Task.isCancelled {
            do {
                let properties = try await properties(of: call, Name.call, owner)
                if book.owner == owner { take(.callRead(call, properties)) }
                return
            } catch  where error.isObjectGone {
                if book.owner == owner { take(.callDeleted(call)) }
            } catch {
                await pause(deadlines.unread)
            }
        }
    }

    /// Which modems the person switched off. Lines and emergency calls do not wait for it; it is asked for until the
    /// store can tell, for until then no modem is switched on by itself.
    func recallSwitchedOff() async {
        guard book.switchedOff == nil, !isRecalling else { return }
        isRecalling = true
        defer { isRecalling = false }
        while !Task.isCancelled {
            if let remembered = try? await store.switchedOffModems() { return take(.recalled(switchedOff: remembered)) }
            await pause(deadlines.storeRetry)
        }
    }

    /// The first listing; what came by signal meanwhile is kept by the book.
    func list(_ owner: String) async {
        do {
            let objects = try await bus.call(
                method(Name.root, Name.objectManager, "GetManagedObjects", owner), deadline: deadlines.read,
                returning: [ObjectPath: BookEvent.Interfaces].self)
            guard book.owner == owner else { return }
            take(.listed(objects))
            for modem in book.modems.values where modem.hasSession {
                submit { await $0.tellOldQuestion(modem.path, owner) }
            }
        } catch {
            if book.owner == owner { lose(because: error, owner) }
        }
    }

    func enable(_ modem: ObjectPath, _ owner: String, deadline: Duration? = nil) async {
        do {
            try await bus.call(
                method(modem, Name.modem, "Enable", owner), true, deadline: deadline ?? deadlines.enable,
                autoStart: false)
            if book.owner == owner { take(.enabled(modem: modem, failure: nil)) }
        } catch {
            let failure = ErrorMapping.telephonyError(error, readiness: nil)
            if book.owner == owner { take(.enabled(modem: modem, failure: failure.message)) }
        }
    }

    /// An object's properties; when they cannot be read, after a look whether ModemManager still answers.
    func properties(of path: ObjectPath, _ interface: String, _ owner: String) async throws -> [String: Variant] {
        do {
            return try await bus.call(
                method(path, Name.properties, "GetAll", owner), interface, deadline: deadlines.read,
                returning: [String: Variant].self)
        } catch {
            await doubt(error, owner)
            throw error
        }
    }

    /// Best effort: the call has ended, and an object that is left behind harms nothing.
    func delete(_ call: ObjectPath, of modem: ObjectPath, _ owner: String) async {
        try? await bus.call(
            method(modem, Name.voice, "DeleteCall", owner), call, deadline: deadlines.createCall, autoStart: false)
    }

    /// A command without argument or result.
    func tell(_ path: ObjectPath, _ interface: String, _ member: String, _ owner: String) async throws {
        try await bus.call(method(path, interface, member, owner), deadline: deadlines.command, autoStart: false)
    }

    /// Addressed by unique name: a request never reaches a ModemManager that was started later, where the same path
    /// may be another call.
    func method(_ path: ObjectPath, _ interface: String, _ member: String, _ owner: String) -> MethodAddress {
        MethodAddress(destination: owner, path: path, interface: interface, member: member)
    }

    func pause(_ duration: Duration) async { try? await bus.loop.sleep(until: bus.loop.uptime + duration) }
}
