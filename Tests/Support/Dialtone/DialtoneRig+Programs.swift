// SPDX-License-Identifier: Apache-2.0
import DBus
import Glibc
import Synchronization

extension DialtoneRig {
    /// The options of the daemon that choose its network and database.
    package var daemonArguments: [String] {
        let common = ["--developer-mode", "--database", database]
        if case .simulated(let scenario) = network { return ["--simulated=\(scenario)"] + common }
        return common
    }

    /// Where the daemon keeps history, roles and lines.
    package var database: String { folder.file("state/dialtone.db") }

    /// Starts the daemon and returns when it serves.
    @discardableResult
    package func startDaemon(
        _ arguments: [String]? = nil, under command: [String] = []
    ) async throws -> RunningProgram {
        let words = command + [BuiltProgram.path("dialtoned")] + (arguments ?? daemonArguments)
        let daemon = try RunningProgram(words, environment: environment)
        daemons.withLock { $0.append(daemon) }
        try await daemon.errors.next("the daemon's name", limit: Self.deadline) {
            $0.contains("serves \(Self.busName)")
        }
        return daemon
    }

    /// The daemon that was started last. Throws `SpawnFailed` when none was.
    package var daemon: RunningProgram {
        get throws {
            guard let last = daemons.withLock(\.last) else { throw SpawnFailed(description: "no daemon was started") }
            return last
        }
    }

    /// Lets the bus start the daemon when somebody calls it, as on an installed system.
    package func makeActivatable() throws {
        let variables = environment.map { "export \($0.key)='\($0.value)'\n" }.joined()
        let words = ([BuiltProgram.path("dialtoned")] + daemonArguments).joined(separator: " ")
        try folder.write(
            "\(variables)echo $$ >> \(folder.file("activated"))\nexec \(words) 2>> \(folder.file("activated.log"))\n",
            to: "start-dialtoned")
        try bus.addService(Self.busName, command: "/bin/sh \(folder.file("start-dialtoned"))")
    }

    /// Process ids of the daemons that the bus started.
    package var activatedDaemons: [Int32] { folder.read("activated").split(separator: "\n").compactMap { Int32($0) } }

    /// Starts a program with the rig's environment; ended with the rig at the latest.
    package func start(_ arguments: [String]) throws -> RunningProgram {
        let program = try RunningProgram(arguments, environment: environment)
        programs.withLock { $0.append(program) }
        return program
    }

    /// Runs `dialtone` to its end.
    @discardableResult
    package func dialtone(_ words: String..., within limit: Duration = deadline) async throws
        -> RunningProgram.Ending
    {
        try await start([BuiltProgram.path("dialtone")] + words).end(within: limit)
    }

    /// All that the daemons of this rig have logged so far.
    package var daemonLog: [String] {
        daemons.withLock { $0 }.flatMap(\.errors.events)
            + folder.read("activated.log").split(separator: "\n").map(String.init)
    }

    /// Every test number has these digits, so none may be in a log at the default level.
    func requireLogWithoutNumbers() throws {
        if let line = daemonLog.first(where: { $0.contains("5550") }) {
            throw SpawnFailed(description: "the daemon's log has a phone number: \(line)")
        }
    }

    /// Ends everything, in the reverse order of its start.
    package func stop() async {
        for program in programs.withLock({ $0 }) + daemons.withLock({ $0 }) { program.kill() }
        for pid in activatedDaemons where isOurs(pid) { Glibc.kill(pid, SIGKILL) }
        await connection.close()
        bus.kill()
        await modemManager?.stop()
        loop.stop()
    }

    /// The pid still is that of a daemon of this build, and not of whatever came after it.
    private func isOurs(_ pid: Int32) -> Bool {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/\(pid)/exe", &buffer, buffer.count)
        let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path == BuiltProgram.path("dialtoned")
    }
}
