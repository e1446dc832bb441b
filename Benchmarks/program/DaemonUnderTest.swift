// SPDX-License-Identifier: Apache-2.0
import DBus
import FoundationEssentials
import Glibc
import TestSupport

/// The released daemon on a private bus, with a home of its own and this program as an app that may do everything.
final class DaemonUnderTest {
    static let name = "org.dialtone.Dialtone1"

    let home: ScratchFolder
    private let environment: [String: String]
    private var process: ChildProcess?

    var pid: pid_t { process?.pid ?? 0 }
    var database: String { home.file("history.db") }
    var log: String { home.read("log") }

    /// - Parameters:
    ///   - session: the bus that it serves on.
    ///   - system: the bus that ModemManager is on.
    init(session: PrivateBus, system: PrivateBus) throws {
        home = try ScratchFolder()
        environment = [
            "DBUS_SESSION_BUS_ADDRESS": session.address, "DBUS_SYSTEM_BUS_ADDRESS": system.address,
            "HOME": home.path, "XDG_DATA_HOME": home.file("share"), "XDG_STATE_HOME": home.file("state"),
            "XDG_DATA_DIRS": home.file("none"),
        ]
        try home.installManifest(entitlement: "org.dialtone.control")
    }

    /// Starts it and returns when it owns its name; the time from one to the other in microseconds.
    @discardableResult
    func start(seenOn bus: Bus) async throws -> Int64 {
        let owners = try await bus.nameOwners(of: Self.name)
        _ = try await bus.owner(of: Self.name)
        let begin = MonotonicTime.now
        process = try ChildProcess(
            [Programs.path("dialtoned"), "--developer-mode", "--database", database], environment: environment,
            log: home.file("log"))
        return try await within(.seconds(20), "the daemon's name") {
            for await owner in owners where owner != nil { break }
            return MonotonicTime.now - begin
        }
    }

    /// Ends it and returns when its name is free.
    func stop(seenOn bus: Bus) async throws {
        let owners = try await bus.nameOwners(of: Self.name)
        process?.signal(SIGTERM)
        try await within(.seconds(20), "the end of the daemon") {
            for await owner in owners where owner == nil { return }
        }
        process?.kill()
        process = nil
    }

    /// Keeps it from taking part while a baseline is measured.
    func pause() { process?.signal(SIGSTOP) }

    func goOn() { process?.signal(SIGCONT) }
}

/// The programs of the build that this one is of.
enum Programs {
    static func path(_ name: String) -> String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return own.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/\(name)"
    }
}

extension ScratchFolder {
    /// The identifier of this program as an app.
    static let app = "org.dialtone.benchmark"

    /// Makes this program an app of whoever has this folder as their home, with one entitlement.
    func installManifest(entitlement: String) throws {
        try installManifest(of: Self.app, program: Programs.path("dialtone-benchmark"), entitlement: entitlement)
    }

    /// Installs an app.
    func installManifest(of app: String, program: String, entitlement: String) throws {
        let folder = "share/dialtone/apps/\(app)"
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\"><dict>"
        try write(
            "\(head)<key>CFBundleIdentifier</key><string>\(app)</string><key>CFBundleExecutable</key><string>"
                + "\(program)</string></dict></plist>",
            to: "\(folder)/Info.plist")
        try write("\(head)<key>\(entitlement)</key><true/></dict></plist>", to: "\(folder)/\(app).entitlements")
    }
}
