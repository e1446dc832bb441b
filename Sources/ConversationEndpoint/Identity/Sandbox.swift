// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Telephony

/// The record that flatpak puts into the root of every sandbox it makes.
///
/// What matters of it has to be root-owned again: the app's own folder with its manifest.
struct Sandbox: Sendable {
    let name: String
    let appPath: String

    /// Bytes of the record at most.
    private static let maximumSize = 65_536

    /// nil when the process is not in a sandbox.
    init?(processID: Int32) {
        let path = "/proc/\(processID)/root/.flatpak-info"
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.maximumSize)
        let count = read(descriptor, &bytes, bytes.count)
        self.init(record: String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
    }

    /// Parses a record: a key file whose groups Application and Instance have the name and the app's path.
    init(record: String) {
        var group = ""
        var values: [String: String] = [:]
        for line in record.split(separator: "\n") {
            if line.hasPrefix("[") {
                group = String(line.dropFirst().prefix { $0 != "]" })
            } else if let equals = line.firstIndex(of: "=") {
                values["\(group).\(line[..<equals])"] = String(line[line.index(after: equals)...])
            }
        }
        name = values["Application.name"] ?? ""
        appPath = values["Instance.app-path"] ?? ""
    }

    /// The app, when its own folder has a manifest that counts.
    var caller: Caller {
        guard Manifest.isIdentifier(name), appPath.hasPrefix("/") else { return .unknown("its sandbox has no name") }
        do throws(UntrustedFile) {
            return .app(try ManifestFolder(dataDirectory: "\(appPath)/share", owner: 0).manifest(named: name).identity)
        } catch {
            return .unknown("its sandbox's manifest does not count: \(error)")
        }
    }
}
