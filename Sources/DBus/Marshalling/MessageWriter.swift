// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc

/// Appends values to a message that is being made; lives on the loop's thread only.
package struct MessageWriter: ~Copyable {
    private let message: OpaquePointer
    private var depth = 0

    init(_ message: OpaquePointer) { self.message = message }

    /// Appends a value.
    package mutating func append(_ value: some DBusType) throws { try value.write(to: &self) }

    mutating func append<T: BitwiseCopyable>(fixed value: T, code: CChar) throws {
        var value = value
        try check(sd_bus_message_append_basic(message, code, &value))
    }

    /// Appends a text; a character that D-Bus cannot carry becomes U+FFFD, so that one name hides nothing beside it.
    mutating func append(string text: String) throws {
        guard try !append(exactly: text, code: TypeCode.string) else { return }
        let carried = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isCarried ? $0 : "\u{FFFD}" }))
        guard try append(exactly: carried, code: TypeCode.string) else { throw Self.notCarried }
    }

    /// Appends a name of D-Bus's own, such as an object path.
    mutating func append(text: String, code: CChar) throws {
        guard try append(exactly: text, code: code) else { throw Self.notCarried }
    }

    /// False for a text that D-Bus cannot carry as it is.
    private func append(exactly text: String, code: CChar) throws -> Bool {
        let result = text.withCString { pointer in
            // A NUL inside would silently cut the text.
            strlen(pointer) == text.utf8.count ? sd_bus_message_append_basic(message, code, pointer) : -EINVAL
        }
        if result != -EINVAL { try check(result) }
        return result >= 0
    }

    private static let notCarried = DBusError(DBusError.invalidArguments, "a text that D-Bus cannot carry")

    mutating func open(_ container: CChar, _ contents: UnsafePointer<CChar>) throws {
        depth += 1
        guard depth <= Variant.maximumDepth else {
            throw DBusError(DBusError.limitsExceeded, "containers nested deeper than \(Variant.maximumDepth)")
        }
        try check(sd_bus_message_open_container(message, container, contents))
    }

    mutating func open(_ container: CChar, _ contents: String) throws {
        try contents.withCString { try open(container, $0) }
    }

    mutating func close() throws {
        depth -= 1
        try check(sd_bus_message_close_container(message))
    }

    @inline(__always)
    private func check(_ result: Int32) throws {
        guard result >= 0 else { throw DBusError(result: result, doing: "write a message") }
    }
}

extension Unicode.Scalar {
    /// Whether a text of D-Bus may have it: U+0000 and what Unicode calls noncharacters may not be sent, as sd-bus reads
    /// the D-Bus Specification ("Basic types").
    fileprivate var isCarried: Bool { value != 0 && value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains(value) }
}
