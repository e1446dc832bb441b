// SPDX-License-Identifier: Apache-2.0
package import DBus
import FoundationEssentials
import Glibc
package import Telephony

/// Decides who calls from the bus peer: unique name → process → the program it runs → the manifest that names it.
///
/// Nothing in a message, an argument vector or an environment counts. What this proves and what it does not is in
/// docs/threat-model.md.
package struct BusCallerIdentity: CallerIdentifying {
    private let bus: Bus
    private let catalog: ManifestCatalog
    private let logins: LoginTerminals

    /// - Parameter requiresLogin: whether a terminal screen has to run on the terminal of its login; tests in developer
    ///   mode run on terminals that nobody logged in on.
    package init(bus: Bus, catalog: ManifestCatalog, requiresLogin: Bool = true) {
        self.bus = bus
        self.catalog = catalog
        logins = LoginTerminals(requiresLogin: requiresLogin)
    }

    package func terminalProblem(of sender: String?) async throws -> String? {
        guard let sender else { return "a terminal screen has to be on a bus" }
        let credentials = try await bus.credentials(of: sender)
        let problem = try await catalog.onThread { [logins] in logins.problem(of: credentials.pid) }
        return Self.isThere(credentials.process) ? problem : Self.gone
    }

    package func stopProblem(of sender: String?) async throws -> String? {
        guard let sender else { return nil }
        let credentials = try await bus.credentials(of: sender)
        let isStopped = try await catalog.onThread { TerminalJob(pid: credentials.pid)?.isStopped ?? true }
        return isStopped || !Self.isThere(credentials.process) ? "its process is stopped" : nil
    }

    package func identify(_ sender: String?) async throws -> Caller { try await identify(sender, after: .unknown("")) }

    package func identify(_ sender: String?, after known: Caller) async throws -> Caller {
        guard let sender else { return .unknown("not on a bus") }
        try await bus.followArrivals()
        let credentials = try await bus.credentials(of: sender)
        guard credentials.uid == geteuid() else {
            return .unknown("it runs as another user; run it as the user of the session")
        }
        let caller = try await catalog.caller(processID: credentials.pid, formerly: known.app)
        // The number was this process's all the while, or the answer is about another one.
        return Self.isThere(credentials.process) ? caller : .unknown(Self.gone)
    }

    private static let gone = "its process has gone"

    /// A pidfd becomes readable when its process ends (pidfd_open(2)); nil is a process that had ended before.
    private static func isThere(_ process: FileDescriptor?) -> Bool {
        guard let process else { return false }
        var request = pollfd(fd: process.rawValue, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) == 0
    }
}
