// SPDX-License-Identifier: Apache-2.0

extension Bus {
    /// Makes sure that `credentials(of:)` takes no later process for the one that made a connection.
    ///
    /// A bus that keeps a pidfd of each process is asked for that. On any other, what comes to the bus is noted from now
    /// on, with its time: that wakes us for each program that connects, and there is no other way to tell a connection
    /// from a later process of the same number. A second time it does nothing. Throws `DBusError`.
    package func followArrivals() async throws {
        guard !followsArrivals, !connection.isPeer else { return }
        followsArrivals = true
        do {
            try noteArrivals()
            // Answered behind the rule: from then on no connection comes unseen.
            _ = try await owner(of: Self.busName)
        } catch {
            forgetArrivals()
            followsArrivals = false
            throw error
        }
        arrivals?.since = loop.uptime
        guard let uniqueName, await processFromBus(of: uniqueName) != nil else { return }
        handsOutProcesses = true
        forgetArrivals()
    }

    private func noteArrivals() throws {
        arrivals = ConnectionTimes()
        let match = SignalMatch(
            sender: Self.busName, path: "/org/freedesktop/DBus", interface: Self.busName, member: "NameOwnerChanged")
        arrivalWatch = try onSignal(match) { bus, signal in bus.noteArrival(signal) }
    }

    private func forgetArrivals() {
        arrivalWatch?.cancel()
        arrivalWatch = nil
        arrivals = nil
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
