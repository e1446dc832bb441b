// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc

/// The XDG base directories (freedesktop.org, XDG Base Directory Specification 0.8).
struct DataDirectories {
    /// Where installed apps' manifests are.
    let system: [String]
    /// The person's own data directory.
    let personal: String
    /// Where the database is, unless the command line says otherwise.
    let database: String

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let home = environment["HOME"] ?? "/"
        // The specification: a path that is not absolute is invalid and ignored.
        func absolute(_ name: String, _ fallback: String) -> String {
            guard let value = environment[name], value.hasPrefix("/") else { return fallback }
            return value
        }
        let listed = environment["XDG_DATA_DIRS"].map { $0.split(separator: ":").map(String.init) } ?? []
        let absoluteOnes = listed.filter { $0.hasPrefix("/") }
        system = absoluteOnes.isEmpty ? ["/usr/local/share", "/usr/share"] : absoluteOnes
        personal = absolute("XDG_DATA_HOME", "\(home)/.local/share")
        database = absolute("XDG_STATE_HOME", "\(home)/.local/state") + "/dialtone/dialtone.db"
    }
}
