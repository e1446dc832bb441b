// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc

/// Reads the values of a message, or of values decoded before, one after the other.
package struct MessageReader: ~Copyable {
    private let message: OpaquePointer?
    private var values: VariantCursor
    private var depth = 0
    private var count = 0

    /// Most bytes of one text that came over the bus.
    package static let maximumTextBytes = 1 << 20
    /// Most values in one message that came over the bus, containers and what is in them: a value in memory is many
    /// times larger than on the wire, so a limit on each array alone would not bound a message of many.
    package static let maximumValues = 1 << 17

    init(_ message: OpaquePointer) {
        self.message = message
        values = VariantCursor([])
    }

    /// Reads from values.
    init(_ values: [Variant]) {
        message = nil
        self.values = VariantCursor(values)
    }

    /// Reads the next value.
    package mutating func read<T: DBusType>(_ type: T.Type = T.self) throws -> T { try T(from: &self) }

    mutating func read<T: FixedDBusType>(fixed type: T.Type) throws -> T {
        guard let message else { return try convert(values.next(), T.init(exactly:)) }
        try countOne()
        var value = T()
        try check(withUnsafeMutablePointer(to: &value) { sd_bus_message_read_basic(message, T.code, $0) })
        return value
    }

    mutating func readBool() throws -> Bool {
        guard let message else { return try convert(values.next(), \.bool) }
        try countOne()
        var value: Int32 = 0
        try check(sd_bus_message_read_basic(message, TypeCode.bool, &value))
        return value != 0
    }

    mutating func read(text code: CChar) throws -> String {
        guard let message else { return try convert(values.next()) { $0.text(code) } }
        try countOne()
        var pointer: UnsafePointer<CChar>?
        try check(sd_bus_message_read_basic(message, code, &pointer))
        guard let pointer else { throw Self.mismatch }
        let count = strlen(pointer)
        guard count <= Self.maximumTextBytes else {
            throw DBusError(DBusError.limitsExceeded, "a text of more than \(Self.maximumTextBytes) bytes")
        }
        return String(cString: pointer)
    }

    /// A duplicate, for the message closes its own.
    mutating func duplicateDescriptor() throws -> Int32 {
        var descriptor: Int32 = -1
        guard let message else {
            let decoded = try convert(values.next(), \.descriptor)
            return try withExtendedLifetime(decoded) { try FileDescriptor.duplicate(decoded.rawValue) }
        }
        try countOne()
        try check(sd_bus_message_read_basic(message, TypeCode.descriptor, &descriptor))
        return try FileDescriptor.duplicate(descriptor)
    }

    mutating func enter(_ container: CChar, _ contents: UnsafePointer<CChar>) throws {
        try deepen()
        guard let message else { return try values.enter(container, String(cString: contents)) }
        try countOne()
        try check(sd_bus_message_enter_container(message, container, contents))
    }

    mutating func enter(_ container: CChar, _ contents: String) throws {
        try deepen()
        guard let message else { return try values.enter(container, contents) }
        try countOne()
        try check(contents.withCString { sd_bus_message_enter_container(message, container, $0) })
    }

    mutating func exit() throws {
        depth -= 1
        guard let message else { return try values.exit() }
        try check(sd_bus_message_exit_container(message))
    }

    /// Whether the container that was entered has no more values.
    var isAtEnd: Bool {
        guard let message else { return values.isAtEnd }
        return sd_bus_message_at_end(message, 0) != 0
    }

    /// The type of the next value and, of a container, its contents; nil at the end.
    func peek() throws -> (code: CChar, contents: String)? {
        guard let message else { throw Self.mismatch }
        var code: CChar = 0
        var contents: UnsafePointer<CChar>?
        let result = sd_bus_message_peek_type(message, &code, &contents)
        guard result >= 0 else { throw DBusError(result: result, doing: "read a message") }
        return result == 0 ? nil : (code, contents.map { String(cString: $0) } ?? "")
    }

    /// The text of a variant that has a string in it, which most have; nil where the next value is another.
    mutating func readTextInVariant() throws -> String? {
        var code: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard let message, sd_bus_message_peek_type(message, &code, &contents) > 0, code == TypeCode.variant,
            let contents, contents[0] == TypeCode.string, contents[1] == 0
        else { return nil }
        try enter(TypeCode.variant, StaticText.string.pointer)
        let text = try read(text: TypeCode.string)
        try exit()
        return text
    }

    /// Next value out of values decoded before; nil when this reads a message.
    mutating func nextDecoded() throws -> Variant? {
        message == nil ? try values.next() : nil
    }

    private mutating func deepen() throws {
        depth += 1
        guard depth <= Variant.maximumDepth else {
            throw DBusError(DBusError.limitsExceeded, "containers nested deeper than \(Variant.maximumDepth)")
        }
    }

    private mutating func countOne() throws {
        count += 1
        guard count <= Self.maximumValues else {
            throw DBusError(DBusError.limitsExceeded, "a message of more than \(Self.maximumValues) values")
        }
    }

    private func convert<T>(_ value: Variant, _ conversion: (Variant) -> T?) throws -> T {
        guard let result = conversion(value) else { throw Self.mismatch }
        return result
    }

    /// sd-bus answers 0 where a container ends, which is as wrong as another type.
    @inline(__always)
    private func check(_ result: Int32) throws {
        guard result > 0 else { throw Self.mismatch }
    }

    static var mismatch: DBusError { DBusError(DBusError.invalidArguments, "a message with other types than expected") }
}
