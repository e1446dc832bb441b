// SPDX-License-Identifier: Apache-2.0

/// One message again and again, each time with the next serial and, if it has `token`, with another token.
struct RawCopies: Sendable {
    private let one: [UInt8]
    /// Where the token's digits are.
    private let digits: Range<Int>?

    /// The text that is another one in every copy.
    static let token = "t00000000"

    /// Takes a message to be sent many times.
    init(of message: RawMessage) {
        one = message.bytes(serial: 0)
        digits = one.firstRange(of: Array(Self.token.utf8)).map { $0.lowerBound + 1..<$0.upperBound }
    }

    /// So many messages; written as memory, for an unoptimized build takes its time with arrays.
    func bytes(_ count: Int, serial first: UInt32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: one.count * count) { buffer, written in
            let all = UnsafeMutableRawBufferPointer(buffer)
            for index in 0..<count {
                let copy = UnsafeMutableRawBufferPointer(rebasing: all[(index * one.count)...])
                one.withUnsafeBytes { copy.copyMemory(from: $0) }
                let serial = first + UInt32(index)
                copy.storeBytes(of: serial.littleEndian, toByteOffset: 8, as: UInt32.self)
                number(serial, copy)
            }
            written = one.count * count
        }
    }

    private func number(_ serial: UInt32, _ copy: UnsafeMutableRawBufferPointer) {
        guard let digits else { return }
        var rest = serial
        for place in digits.reversed() {
            copy[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }
}
