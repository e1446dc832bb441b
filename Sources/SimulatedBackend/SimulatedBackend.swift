// SPDX-License-Identifier: Apache-2.0
package import ModemSimulator
package import Telephony

/// A backend whose modems and network are simulated in this process.
///
/// Isolated to the executor it is given. It sleeps only while something is to happen by itself, so that an idle
/// daemon with a simulated network never wakes up.
package actor SimulatedBackend: Backend {
    package nonisolated let name = "simulated"
    package nonisolated let events: AsyncStream<BackendEvent>

    private nonisolated let executor: any SerialExecutor
    let timekeeper: any Timekeeper
    let reporter: AsyncStream<BackendEvent>.Continuation
    private let rescheduled = Bell()
    var network: SimulatedNetwork
    /// What the service calls the network's calls.
    private var legs: [Int: CallID] = [:]
    /// Who waits for the network's next word on a code, by modem.
    var codeWaiters: [String: CodeWaiter] = [:]
    var lastCodeWaiter = 0
    let codeDeadline: Duration

    /// Starts with the scenario's modems; nothing moves by itself before `run()`.
    ///
    /// - Parameter codeDeadline: how long the network may take to say something to a code.
    package init(
        scenario: Scenario, timekeeper: any Timekeeper, executor: any SerialExecutor,
        codeDeadline: Duration = .seconds(60)
    ) {
        self.codeDeadline = codeDeadline
        network = SimulatedNetwork(scenario)
        self.timekeeper = timekeeper
        self.executor = executor
        // Unbounded, as the port says that the consumer keeps up; every command adds a few events at most.
        (events, reporter) = AsyncStream.makeStream()
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package func run() async {
        reporter.yield(.available)
        reportLines()
        reporter.yield(.callsListed)
        while !Task.isCancelled {
            await waitUntilDue()
            report(network.advance(to: timekeeper.uptime))
        }
        reporter.finish()
    }

    /// Returns when the network's deadline has come, when it has another one, or when the task is cancelled.
    private func waitUntilDue() async {
        let (deadline, timekeeper, rescheduled) = (network.nextDeadline, timekeeper, rescheduled)
        guard let deadline else { return await rescheduled.wait() }
        await withTaskGroup(of: Void.self) { race in
            race.addTask { try? await timekeeper.sleep(until: deadline) }
            race.addTask { await rescheduled.wait() }
            await race.next()
            race.cancelAll()
        }
    }

    package func dial(_ digits: String, on line: LineKey, as call: CallID) async throws -> String {
        try checkFault("D")
        let announced = try obey(.dial(digits, modem: modem(of: line)))
        guard let dialed = announced.dialedCall else {
            throw TelephonyError(.modemFailed, "the modem lost the call; start it again")
        }
        legs[dialed.id] = call
        report(announced)
        return dialed.reference
    }

    package func answer(_ call: CallID) async throws {
        let id = try networkCall(call)
        try checkFault("A")
        report(try obey(.answer(call: id)))
    }

    package func hangUp(_ call: CallID) async throws {
        let id = try networkCall(call)
        try checkFault("+CHLD")
        report(try obey(.hangUp(call: id)))
    }

    package func sendTone(_ tone: Character, on call: CallID) async throws {
        let id = try networkCall(call)
        try checkFault("+VTS")
        report(try obey(.tone(tone, call: id)))
    }

    func modem(of line: LineKey) throws -> String {
        guard line.backend == name, network.modem(line.reference) != nil else {
            throw TelephonyError(NetworkRefusal.unknownModem)
        }
        return line.reference
    }

    private func networkCall(_ call: CallID) throws -> Int {
        guard let leg = legs.first(where: { $0.value == call }) else {
            throw TelephonyError(NetworkRefusal.unknownCall)
        }
        return leg.key
    }

    func checkFault(_ command: String) throws {
        guard let fault = network.takeFault(for: command) else { return }
        guard let final = fault.final else {
            throw TelephonyError(.modemTimedOut, "the modem does not answer; try again")
        }
        throw TelephonyError(.callRefused, "the modem refused the command (\(final)); try again")
    }

    /// Lets what is due happen first, then does the command.
    func obey(_ command: NetworkCommand) throws -> [Announcement] {
        let (now, deadline) = (timekeeper.uptime, network.nextDeadline)
        report(network.advance(to: now))
        defer { if network.nextDeadline != deadline { rescheduled.ring() } }
        do throws(NetworkRefusal) {
            return try network.handle(command, at: now)
        } catch {
            throw TelephonyError(error)
        }
    }
}

extension SimulatedBackend: NetworkSimulation {
    package func perform(_ command: SimulationCommand) async throws {
        report(try obey(NetworkCommand(command)))
    }
}

extension SimulatedBackend {
    func report(_ announced: [Announcement]) {
        for announcement in announced { report(announcement) }
    }

    private func report(_ announcement: Announcement) {
        switch announcement {
        case .appeared(let call) where call.isOutgoing: break
        case .appeared(let call):
            let id = CallID()
            legs[call.id] = id
            reporter.yield(.appeared(Call(call, id: id, backend: name)))
        case .changed(let call):
            if let id = legs[call.id] { reporter.yield(.changed(id, CallState(call.state))) }
        case .ended(let call, let ending):
            guard let id = legs.removeValue(forKey: call.id) else { return }
            reporter.yield(.changed(id, .ended(CallEndReason(ending))))
        case .modemChanged: reportLines()
        case .codeReplied(let reply, let modem): takeReply(reply, of: modem)
        case .codePushed(let reply, let modem): takeMessage(reply, to: modem)
        case .toneSent, .toneReceived: break
        }
    }

    func reportLines() {
        let plugged = network.modems.filter(\.plugged)
        reporter.yield(.lines(plugged.map { Line($0, among: plugged, backend: name) }))
    }
}
