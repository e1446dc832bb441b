// SPDX-License-Identifier: Apache-2.0
import CSQLite
import Glibc

/// Swift's text semantics inside SQLite: canonical equivalence and characters instead of bytes.
///
/// Bytes are compared directly while both texts are ASCII without a carriage return (CR LF is one character);
/// everything else goes through `String`.
enum SwiftText {
    /// Collation of `==` and `<`.
    static let collation = "swift"

    static func contains(_ text: String, _ other: String) -> Bool { containsAll(text, other) }
    static func starts(_ text: String, with other: String) -> Bool { text.starts(with: other) }

    static func register(in database: OpaquePointer) {
        sqlite3_create_collation_v2(
            database, collation, SQLITE_UTF8, nil,
            { _, count, text, otherCount, other in
                SwiftText.compare(UTF8Bytes(text, count), UTF8Bytes(other, otherCount))
            }, nil)
        define("swift_contains", arguments: 2, in: database) { context, _, values in
            SwiftText.result(context, SwiftText.contains(UTF8Bytes(values?[0]), UTF8Bytes(values?[1])) ? 1 : 0)
        }
        define("swift_starts", arguments: 2, in: database) { context, _, values in
            SwiftText.result(context, SwiftText.starts(UTF8Bytes(values?[0]), with: UTF8Bytes(values?[1])) ? 1 : 0)
        }
        define("swift_length", arguments: 1, in: database) { context, _, values in
            let text = UTF8Bytes(values?[0])
            SwiftText.result(context, text.isPlain ? text.bytes.count : text.string.count)
        }
    }

    private typealias Function = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    private static func define(
        _ name: String, arguments: Int32, in database: OpaquePointer, _ function: @escaping Function
    ) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
        sqlite3_create_function_v2(database, name, arguments, flags, nil, function, nil, nil, nil)
    }

    private static func result(_ context: OpaquePointer?, _ value: Int) { sqlite3_result_int64(context, Int64(value)) }
}

extension SwiftText {
    /// The overload that `Predicate` evaluates: one collection of characters in another.
    private static func containsAll<Text: Collection, Other: Collection>(_ text: Text, _ other: Other) -> Bool
    where Text.Element == Other.Element, Text.Element: Equatable {
        text.contains(other)
    }

    private static func compare(_ text: UTF8Bytes, _ other: UTF8Bytes) -> Int32 {
        let order = text.order(other)
        if order == 0 || (text.isASCII && other.isASCII) { return order }
        let (text, other) = (text.string, other.string)
        return text == other ? 0 : text < other ? -1 : 1
    }

    private static func contains(_ text: UTF8Bytes, _ other: UTF8Bytes) -> Bool {
        guard text.isPlain && other.isPlain else { return contains(text.string, other.string) }
        return text.holds(other)
    }

    private static func starts(_ text: UTF8Bytes, with other: UTF8Bytes) -> Bool {
        guard text.isPlain && other.isPlain else { return starts(text.string, with: other.string) }
        guard text.bytes.count >= other.bytes.count else { return false }
        return UTF8Bytes(text.bytes.baseAddress, Int32(other.bytes.count)).order(other) == 0
    }
}

/// Text as SQLite lends it to a callback.
private struct UTF8Bytes {
    let bytes: UnsafeBufferPointer<UInt8>

    init(_ start: UnsafeRawPointer?, _ count: Int32) {
        bytes = UnsafeBufferPointer(
            start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : Int(count))
    }

    init(_ value: OpaquePointer??) {
        guard let value = value ?? nil else {
            self.init(nil, 0)
            return
        }
        // The text first: it may convert the value, and the count is that of the converted one.
        let start = sqlite3_value_text(value)
        self.init(UnsafeRawPointer(start), sqlite3_value_bytes(value))
    }

    var string: String { String(decoding: bytes, as: UTF8.self) }
    var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }
    /// Whether every byte is one character.
    var isPlain: Bool { bytes.allSatisfy { $0 < 0x80 && $0 != 0x0d } }

    /// Whether the bytes of the other text stand somewhere in this one (memmem, which is beyond Swift's Glibc).
    func holds(_ other: UTF8Bytes) -> Bool {
        guard let first = other.bytes.first else { return true }
        var rest = bytes[...]
        while rest.count >= other.bytes.count, let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: other.bytes) { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    /// -1, 0 or 1, byte by byte.
    func order(_ other: UTF8Bytes) -> Int32 {
        let common = min(bytes.count, other.bytes.count)
        if common > 0, let start = bytes.baseAddress, let otherStart = other.bytes.baseAddress {
            let order = memcmp(start, otherStart, common)
            if order != 0 { return order < 0 ? -1 : 1 }
        }
        return bytes.count == other.bytes.count ? 0 : bytes.count < other.bytes.count ? -1 : 1
    }
}
