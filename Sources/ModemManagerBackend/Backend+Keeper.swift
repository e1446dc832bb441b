// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

/// The name on ModemManager's bus that one Dialtone has at a time; the others wait in line, and the bus hands it on when its
/// owner has gone, however it went.
extension ModemManagerBackend {
    /// Gets in line, and returns once it is known who has the name.
    func getInLine() async {
        do {
            let owners = try await bus.nameOwners(of: Name.keeper)
            try await bus.waitInLine(for: Name.keeper)
            await keeperChanged(try await bus.owner(of: Name.keeper))
            submit { backend in
                for await owner in owners { await backend.keeperChanged(owner) }
            }
        } catch {
            announce(
                .noted(
                    "the system bus does not let Dialtone own \(Name.keeper), so another one on it would go unnoticed; "
                        + "install Dialtone's bus policy"))
        }
    }

    private func isOurs(_ owner: String) -> Bool { bus.assumeIsolated { $0.uniqueName } == owner }

    /// nil is a moment between two owners: then it stays as it is.
    private func keeperChanged(_ owner: String?) async {
        guard let owner else { return }
        guard !isOurs(owner) else {
            if book.keeper != nil { announce(.noted("the other Dialtone has gone; this one has the modems now")) }
            return take(.keptBy(nil))
        }
        let name = await Keeper.describe(owner, on: bus, deadline: deadlines.read)
        if book.keeper != name { announce(.noted(Keeper.refusal(name))) }
        take(.keptBy(name))
    }
}

/// How the Dialtone that has the modems is spoken of.
enum Keeper {
    static func refusal(_ keeper: String) -> String {
        "another Dialtone has the modems (\(keeper)); call with that one, or end it"
    }

    /// Its process and user, which the bus knows.
    static func describe(_ owner: String, on bus: Bus, deadline: Duration) async -> String {
        let process = await ask("GetConnectionUnixProcessID", owner, bus, deadline)
        let user = await ask("GetConnectionUnixUser", owner, bus, deadline)
        let words = [process.map { "process \($0)" }, user.map { "user \($0)" }].compactMap { $0 }
        return words.isEmpty ? owner : words.joined(separator: ", ")
    }

    private static func ask(_ member: String, _ owner: String, _ bus: Bus, _ deadline: Duration) async -> UInt32? {
        let daemon = MethodAddress(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: member)
        return try? await bus.call(daemon, owner, deadline: deadline, returning: UInt32.self)
    }
}
