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

    mutating func append(text: String, code: CChar) throws {
        let result = text.withCString { pointer in
            // A NUL inside would silently cut the text.
            strlen(pointer) == text.utf8.count ? sd_bus_message_append_basic(message, code, pointer) : -EINVAL
        }
        guard result >= 0 else {
            throw DBusError(
                DBusError.invalidArguments, "text that D-Bus can not carry: \(text.prefix(40).debugDescription)")
        }
    }

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
