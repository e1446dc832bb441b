// SPDX-License-Identifier: Apache-2.0

extension UInt8: FixedDBusType {
    package static var code: CChar { TypeCode.byte }

    package init?(exactly variant: Variant) {
        guard case .byte(let value) = variant else { return nil }
        self = value
    }
}

extension Int16: FixedDBusType {
    package static var code: CChar { TypeCode.int16 }

    package init?(exactly variant: Variant) {
        guard case .int16(let value) = variant else { return nil }
        self = value
    }
}

extension UInt16: FixedDBusType {
    package static var code: CChar { TypeCode.uint16 }

    package init?(exactly variant: Variant) {
        guard case .uint16(let value) = variant else { return nil }
        self = value
    }
}

extension Int32: FixedDBusType {
    package static var code: CChar { TypeCode.int32 }

    package init?(exactly variant: Variant) {
        guard case .int32(let value) = variant else { return nil }
        self = value
    }
}

extension UInt32: FixedDBusType {
    package static var code: CChar { TypeCode.uint32 }

    package init?(exactly variant: Variant) {
        guard case .uint32(let value) = variant else { return nil }
        self = value
    }
}

extension Int64: FixedDBusType {
    package static var code: CChar { TypeCode.int64 }

    package init?(exactly variant: Variant) {
        guard case .int64(let value) = variant else { return nil }
        self = value
    }
}

extension UInt64: FixedDBusType {
    package static var code: CChar { TypeCode.uint64 }

    package init?(exactly variant: Variant) {
        guard case .uint64(let value) = variant else { return nil }
        self = value
    }
}

extension Double: FixedDBusType {
    package static var code: CChar { TypeCode.double }

    package init?(exactly variant: Variant) {
        guard case .double(let value) = variant else { return nil }
        self = value
    }
}
