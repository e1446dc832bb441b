// SPDX-License-Identifier: Apache-2.0

/// The path of an object, valid by construction.
package struct ObjectPath: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The path, e.g. `/org/freedesktop/DBus`.
    package let rawValue: String

    /// Throws `DBusError.invalidArguments` unless it is `/`, or elements of `[A-Za-z0-9_]` each after a `/`.
    package init(_ path: String) throws {
        guard Self.isValid(path) else {
            throw DBusError(DBusError.invalidArguments, "not an object path: \(path.prefix(80))")
        }
        rawValue = path
    }

    /// A literal that is not a path is a mistake of the program and stops it.
    package init(stringLiteral path: StaticString) {
        rawValue = "\(path)"
        precondition(Self.isValid(rawValue), "not an object path")
    }

    /// For paths that sd-bus has checked.
    init(checked path: String) { rawValue = path }

    package var description: String { rawValue }

    /// The path one element below. Throws `DBusError.invalidArguments` for an element outside `[A-Za-z0-9_]+`.
    package func appending(_ element: String) throws -> ObjectPath {
        guard !element.contains("/") else {
            throw DBusError(DBusError.invalidArguments, "not an element of an object path")
        }
        return try ObjectPath(rawValue == "/" ? "/\(element)" : "\(rawValue)/\(element)")
    }

    /// The element after the last `/`; empty for the root.
    package var lastElement: String { rawValue.split(separator: "/").last.map(String.init) ?? "" }

    private static func isValid(_ path: String) -> Bool {
        guard path.utf8.first == UInt8(ascii: "/") else { return false }
        if path.utf8.count == 1 { return true }
        var previous: UInt8 = 0
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "/"): if previous == byte { return false }
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                break
            default: return false
            }
            previous = byte
        }
        return previous != UInt8(ascii: "/")
    }
}
