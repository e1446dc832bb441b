// SPDX-License-Identifier: Apache-2.0

extension Bus {
    /// Notes from now on when connections come to the bus, so that `credentials(of:)` takes no later process for theirs.
    /// A second time it does nothing. Throws `DBusError`.
    package func followArrivals() async throws {
        guard arrivals == nil, !connection.isPeer else { return }
        arrivals = ConnectionTimes()
        let match = SignalMatch(
            sender: Self.busName, path: "/org/freedesktop/DBus", interface: Self.busName, member: "NameOwnerChanged")
        arrivalWatch = try onSignal(match) { bus, signal in bus.noteArrival(signal) }
        // Answered behind the rule above: from then on no connection comes unseen.
        _ = try await owner(of: Self.busName)
        arrivals?.since = loop.uptime
        if let uniqueName { handsOutProcesses = await processFromBus(of: uniqueName) != nil }
    }

    /// The pidfd that the bus took when a connection was made (dbus-daemon 1.15.8, dbus-broker 36), which stands for that
    /// process whatever gets its number later; nil when the bus has none.
    ///
    /// Asked over a connection that is made for the question: one that takes descriptors, and stays, could be flooded
    /// with them by anybody.
    func processFromBus(of uniqueName: String) async -> FileDescriptor? {
        guard let question = try? Bus(address, loop: loop, takesDescriptors: true) else { return nil }
        await question.start()
        let process = try? await question.askForProcess(of: uniqueName)
        await question.close()
        return process
    }

    private func askForProcess(of uniqueName: String) async throws -> FileDescriptor? {
        try await callBus("GetConnectionCredentials", uniqueName, returning: [String: Variant].self)["ProcessFD"]?
            .descriptor
    }

    private func noteArrival(_ signal: SignalMessage) {
        guard let (name, _, owner) = try? signal.read(as: String.self, String.self, String.self) else { return }
        arrivals?.note(name, isThere: !owner.isEmpty, at: loop.uptime)
    }

    /// Whether a process, which has the number that made a connection, was there when the connection came.
    func couldHaveMade(_ name: String, _ pid: Int32) -> Bool {
        guard let latest = arrivals?.latest(of: name) else { return true }
        guard let start = ProcessStart.time(of: pid) else { return false }
        return start <= latest
    }
}
