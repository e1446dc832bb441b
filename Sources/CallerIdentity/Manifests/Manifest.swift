// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// An app's manifest: its Info.plist and its entitlements, in Apple's property-list formats.
struct Manifest: Sendable {
    let identity: AppIdentity
    /// Absolute path of the program.
    let executable: String

    private struct Info: Decodable {
        var identifier: String
        var displayName: String?
        var name: String?
        var executable: String
        var backgroundModes: [String]?

        enum CodingKeys: String, CodingKey {
            case identifier = "CFBundleIdentifier"
            case displayName = "CFBundleDisplayName"
            case name = "CFBundleName"
            case executable = "CFBundleExecutable"
            case backgroundModes = "UIBackgroundModes"
        }
    }

    /// An entitlement that may have any type; only `true` counts.
    private struct Entitlement: Decodable {
        let isTrue: Bool
        init(from decoder: any Decoder) throws {
            isTrue = (try? decoder.singleValueContainer().decode(Bool.self)) ?? false
        }
    }

    /// Parses a manifest found in `<prefix>/share/dialtone/apps/<folder name>`.
    ///
    /// - Parameters:
    ///   - folderName: nil where the folder has yet to be named.
    ///   - binaries: where a CFBundleExecutable without a path is.
    init(folderName: String?, info: Data, entitlements: Data, binaries: String) throws(UntrustedFile) {
        let info = try Self.decode(Info.self, from: info, "Info.plist")
        let granted = try Self.decode([String: Entitlement].self, from: entitlements, "the .entitlements file")
        guard Self.isIdentifier(info.identifier) else {
            throw UntrustedFile(
                description:
                    "CFBundleIdentifier in Info.plist is no reverse-DNS name; make it letters, digits, - and _ "
                    + "in two or more parts, such as org.example.dialer")
        }
        guard info.identifier == folderName ?? info.identifier else {
            throw UntrustedFile(
                description: "CFBundleIdentifier in Info.plist is \(info.identifier), which the folder is not called; "
                    + "give both one name")
        }
        guard
            let name = DisplayName(
                info.displayName ?? info.name ?? String(info.identifier.prefix(DisplayName.maximumLength)))
        else {
            throw UntrustedFile(
                description:
                    "CFBundleDisplayName in Info.plist is empty or too long, or has brackets, hidden or control "
                    + "characters; give it at most \(DisplayName.maximumLength) plain ones")
        }
        guard let executable = Self.path(of: info.executable, in: binaries) else {
            throw UntrustedFile(
                description:
                    "CFBundleExecutable in Info.plist is neither an absolute path nor a plain name; give it the "
                    + "program's absolute path")
        }
        self.executable = executable
        identity = AppIdentity(
            bundleIdentifier: info.identifier, displayName: name.text,
            entitlements: Set(granted.filter(\.value.isTrue).keys),
            backgroundModes: Set(info.backgroundModes ?? []), program: executable)
    }

    /// Decodes a file of the manifest. Throws what to change in which key of it.
    private static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, _ file: String
    ) throws(UntrustedFile) -> Value {
        do {
            return try PropertyListDecoder().decode(type, from: data)
        } catch DecodingError.keyNotFound(let key, _) {
            throw UntrustedFile(description: "\(file) has no \(key.stringValue); add it")
        } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty {
            let key = context.codingPath[0].stringValue
            throw UntrustedFile(description: "\(key) in \(file) has a value of another type; give it one of its own")
        } catch {
            throw UntrustedFile(description: "\(file) is no property list with a dictionary; write it as Xcode does")
        }
    }

    /// Letters, digits, `-` and `_` in two or more parts: also a valid bus name.
    static func isIdentifier(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return name.utf8.count <= 255 && parts.count >= 2
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy {
                        switch $0 {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                            true
                        default: false
                        }
                    }
            }
    }

    private static func path(of executable: String, in binaries: String) -> String? {
        guard !executable.isEmpty, !executable.utf8.contains(0) else { return nil }
        if executable.hasPrefix("/") { return executable }
        return executable.contains("/") ? nil : "\(binaries)/\(executable)"
    }
}
