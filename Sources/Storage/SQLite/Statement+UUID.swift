// SPDX-License-Identifier: Apache-2.0
import CSQLite
import FoundationEssentials

extension Statement {
    /// The UUID that the column's text spells; nil for anything else, NULL too.
    func uuid(_ column: Int32) -> UUID? {
        guard let text = utf8(column), text.count == 36 else { return nil }
        return UUID(spelledBy: text)
    }
}

extension UUID {
    // UUID(uuidString:) goes through sscanf: most of the time of reading a row.
    fileprivate init?(spelledBy text: UnsafeBufferPointer<UInt8>) {
        var digits = text.makeIterator()
        var isValid = true
        func byte() -> UInt8 {
            guard let high = digits.nextDigit(), let low = digits.nextDigit() else {
                isValid = false
                return 0
            }
            return high << 4 | low
        }
        self.init(
            uuid: (
                byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(),
                byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte()
            ))
        if !isValid || digits.next() != nil { return nil }
    }
}

extension UnsafeBufferPointer<UInt8>.Iterator {
    /// The next hexadecimal digit's value, after any hyphen.
    fileprivate mutating func nextDigit() -> UInt8? {
        while let byte = next() {
            switch byte {
            case UInt8(ascii: "-"): continue
            case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte - UInt8(ascii: "0")
            case UInt8(ascii: "A")...UInt8(ascii: "F"): return byte - UInt8(ascii: "A") + 10
            case UInt8(ascii: "a")...UInt8(ascii: "f"): return byte - UInt8(ascii: "a") + 10
            default: return nil
            }
        }
        return nil
    }
}
