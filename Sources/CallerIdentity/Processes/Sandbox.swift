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

    /// What the maker of a sandboxed app cannot give it: rights over other apps and over what the person is asked. They
    /// come with the system.
    private static let forSystem: Set = [AppIdentity.controlEntitlement, AppIdentity.systemUIEntitlement]
    /// Bytes of the record at most.
    private static let maximumSize = 65_536

    /// Who a process is by its sandbox; nil when it is in none, and only then does its program count.
    static func caller(processID: Int32) -> Caller? {
        let path = "/proc/\(processID)/root/.flatpak-info"
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            // A record that is there and cannot be opened is not the same as none.
            return errno == ENOENT ? nil : .unknown("the record of its sandbox cannot be opened")
        }
        defer { close(descriptor) }
        guard let record = contents(of: descriptor) else {
            return .unknown("the record of its sandbox is no file of at most \(maximumSize) bytes")
        }
        return Sandbox(record: record).caller
    }

    /// The whole of a file, or nil: half a record is none.
    private static func contents(of descriptor: Int32) -> String? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [UInt8](repeating: 0, count: maximumSize + 1)
        var count = 0
        while count < bytes.count {
            let got = bytes[count...].withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            guard got >= 0 else { return nil }
            if got == 0 { return String(decoding: bytes[..<count], as: UTF8.self) }
            count += got
        }
        return nil
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
            let folder = ManifestFolder(dataDirectory: "\(appPath)/share", owner: 0)
            var app = try folder.manifest(named: name).identity
            app.entitlements.subtract(Self.forSystem)
            // The sandbox is what makes it this app, and not the program in it.
            app.program = "flatpak:\(name)"
            return .app(app)
        } catch {
            return .unknown("its sandbox's manifest does not count: \(error)")
        }
    }
}
