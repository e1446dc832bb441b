// SPDX-License-Identifier: Apache-2.0

/// A D-Bus message as bytes, past any layer that would refuse to write it (D-Bus Specification, "Message Protocol").
struct RawMessage: Sendable {
    /// What kind of message it is (D-Bus specification, message types).
    enum Kind: UInt8, Sendable {
        case call = 1
        case answer, error, signal
    }

    /// What kind of message it is.
    var kind = Kind.call
    /// The bus name that gets it; nil: none is named.
    var destination: String?
    /// The object.
    var path: String
    /// The interface.
    var interface: String
    /// The method or signal.
    var member: String
    /// The serial of the message that it answers.
    var replySerial: UInt32?
    /// The values.
    var body = RawBody()
    /// How many descriptors the header announces.
    var descriptorCount = 0
    /// Whether an answer is wanted.
    var expectsReply = true

    init(_ kind: Kind = .call, to destination: String?, _ path: String, _ interface: String, _ member: String) {
        self.kind = kind
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
    }

    /// The message on the wire, little endian.
    func bytes(serial: UInt32) -> [UInt8] {
        var head = RawBody()
        head.append(bytes: [UInt8(ascii: "l"), kind.rawValue, expectsReply ? 0 : 1, 1])
        head.append(UInt32(body.bytes.count))
        head.append(serial)
        var fields = RawBody()
        // An array of structs begins at 16, so alignments within it are as from 0.
        fields.field(1, "o", path)
        fields.field(2, "s", interface)
        fields.field(3, "s", member)
        if let destination { fields.field(6, "s", destination) }
        if let replySerial { fields.field(5, replySerial) }
        if !body.signature.isEmpty { fields.signatureField(8, body.signature) }
        if descriptorCount > 0 { fields.field(9, UInt32(descriptorCount)) }
        head.append(UInt32(fields.bytes.count))
        head.append(bytes: fields.bytes)
        head.align(8)
        return RawBody.joined(head.bytes, body.bytes)
    }
}

/// Values as D-Bus marshals them, with their signature; nothing is checked.
struct RawBody: Sendable {
    /// What has been marshalled.
    package private(set) var bytes: [UInt8] = []
    /// The types, as the message will name them.
    var signature = ""

    init() {}

    /// Fills up to a multiple of a size.
    mutating func align(_ size: Int) {
        bytes += [UInt8](repeating: 0, count: (size - bytes.count % size) % size)
    }

    /// Appends bytes as they are.
    mutating func append(bytes more: [UInt8]) { bytes = Self.joined(bytes, more) }

    /// One after the other, copied as a whole: an unoptimized build copies byte by byte otherwise, and there are millions.
    static func joined(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: first.count + second.count) { buffer, count in
            let target = UnsafeMutableRawBufferPointer(buffer)
            first.withUnsafeBytes { target.copyMemory(from: $0) }
            second.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: target[first.count...]).copyMemory(from: $0)
            }
            count = first.count + second.count
        }
    }

    /// Appends a number at its place.
    mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        align(MemoryLayout<Number>.size)
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    /// Appends a text.
    mutating func append(text: String) {
        append(UInt32(text.utf8.count))
        bytes = Self.joined(bytes, Array(text.utf8))
        bytes.append(0)
    }

    /// Appends a signature.
    mutating func append(signature text: String) {
        bytes += [UInt8(text.utf8.count)] + text.utf8 + [0]
    }

    /// A value of any type, made up: texts are `text`, numbers 1, arrays have one element.
    mutating func appendSample(of type: some StringProtocol, text: String) {
        var rest = type[...]
        while let code = rest.first {
            let one = rest.prefix(RawBody.lengthOfFirst(rest))
            rest = rest.dropFirst(one.count)
            switch code {
            case "y": append(UInt8(1))
            case "b", "u", "i", "h": append(UInt32(code == "h" ? 0 : 1))
            case "n", "q": append(UInt16(1))
            case "x", "t", "d": append(UInt64(1))
            case "s": append(text: text)
            case "o": append(text: "/a")
            case "g": append(signature: "s")
            case "v":
                append(signature: "s")
                append(text: text)
            case "a": appendArray(of: String(one.dropFirst()), text)
            default:
                align(8)
                appendSample(of: String(one.dropFirst().dropLast()), text: text)
            }
        }
    }

    private mutating func appendArray(of element: String, _ text: String) {
        append(UInt32(0))
        let length = bytes.count - 4
        if "xtd({".contains(element.first ?? "y") { align(8) }
        let start = bytes.count
        appendSample(of: element, text: text)
        patch(UInt32(bytes.count - start), at: length)
    }

    /// A number in variants in variants, so many of them.
    mutating func appendVariants(_ depth: Int) {
        for _ in 1..<depth { append(signature: "v") }
        append(signature: "y")
        bytes.append(1)
    }

    /// Overwrites a number.
    mutating func patch(_ number: UInt32, at position: Int) {
        withUnsafeBytes(of: number.littleEndian) { bytes.replaceSubrange(position..<position + 4, with: $0) }
    }

    /// Characters of the first complete type of a signature.
    static func lengthOfFirst(_ signature: some StringProtocol) -> Int {
        guard let code = signature.first else { return 0 }
        if code == "a" { return 1 + lengthOfFirst(signature.dropFirst()) }
        guard code == "(" || code == "{" else { return 1 }
        var depth = 0
        for (index, character) in signature.enumerated() {
            if "({".contains(character) { depth += 1 }
            if ")}".contains(character) { depth -= 1 }
            if depth == 0 { return index + 1 }
        }
        return signature.count
    }

    fileprivate mutating func field(_ code: UInt8, _ type: String, _ text: String) {
        align(8)
        bytes.append(code)
        append(signature: type)
        append(text: text)
    }

    fileprivate mutating func field(_ code: UInt8, _ number: UInt32) {
        align(8)
        bytes.append(code)
        append(signature: "u")
        append(number)
    }

    fileprivate mutating func signatureField(_ code: UInt8, _ text: String) {
        align(8)
        bytes.append(code)
        append(signature: "g")
        append(signature: text)
    }
}
