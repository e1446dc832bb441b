// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

/// A ModemManager that hangs.
extension ModemManagerBackend {
    /// After a request that was not answered: finds out whether ModemManager answers anything at all.
    func doubt(_ error: any Error, _ owner: String) async {
        guard error.isNoReply, book.owner == owner, !isProbing else { return }
        isProbing = true
        let answer = await probe(owner, deadline: deadlines.read)
        isProbing = false
        if answer == .silence, book.owner == owner { suspend(owner) }
    }

    /// The listing failed: there is nothing to work with until it can be listed.
    func lose(because error: any Error, _ owner: String) {
        if error.isNoReply { return suspend(owner) }
        lose("ModemManager does not list its modems: restart the ModemManager service.")
    }

    private func suspend(_ owner: String) {
        lose("ModemManager does not answer: restart the ModemManager service.")
        hungOwner = owner
        submit { await $0.awaitReturn(of: owner) }
    }

    /// Starts afresh when the owner answers again; asks once and waits, so nothing is polled.
    private func awaitReturn(of owner: String) async {
        while hungOwner == owner, !Task.isCancelled {
            switch await probe(owner, deadline: deadlines.late) {
            case .silence: continue
            case .gone: return
            case .answered:
                guard hungOwner == owner else { return }
                hungOwner = nil
                return attach(owner)
            }
        }
    }

    private enum Answer { case answered, silence, gone }

    /// Reads a property of the manager object: ModemManager's main loop must turn to answer it.
    private func probe(_ owner: String, deadline: Duration) async -> Answer {
        do {
            _ = try await bus.call(
                method(Name.root, Name.properties, "Get", owner), Name.manager, "Version", deadline: deadline,
                returning: Variant.self)
            return .answered
        } catch let error as DBusError where error.name == DBusError.noReply {
            return .silence
        } catch {
            return .gone
        }
    }
}
