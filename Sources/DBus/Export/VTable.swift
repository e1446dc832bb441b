// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc

/// sd-bus's description of an interface, made at run time: its macros do not import. Never changed once it is made.
final class VTable: @unchecked Sendable {
    private let buffer: UnsafeMutableBufferPointer<sd_bus_vtable>
    private var texts: [UnsafeMutablePointer<CChar>] = []

    var entries: UnsafePointer<sd_bus_vtable>? { UnsafePointer(buffer.baseAddress) }

    init(methods: [Method], properties: [Property], signals: [SignalDeclaration]) {
        let count = methods.count + properties.count + signals.count + 2
        buffer = .allocate(capacity: count)
        buffer.initialize(repeating: sd_bus_vtable())
        buffer[0].type = UInt8(_SD_BUS_VTABLE_START)
        buffer[0].x.start.element_size = MemoryLayout<sd_bus_vtable>.stride
        buffer[0].x.start.features = UInt64(_SD_BUS_VTABLE_PARAM_NAMES)
        buffer[0].x.start.vtable_format_reference = dialtone_vtable_format()
        var index = 1
        for method in methods { fill(&index, method) }
        for property in properties { fill(&index, property) }
        for signal in signals { fill(&index, signal) }
        buffer[index].type = UInt8(_SD_BUS_VTABLE_END)
    }

    deinit {
        for text in texts { free(text) }
        buffer.deallocate()
    }

    private func fill(_ index: inout Int, _ method: Method) {
        buffer[index].type = UInt8(_SD_BUS_VTABLE_METHOD)
        // Who may call is decided by the method.
        buffer[index].flags = UInt64(SD_BUS_VTABLE_UNPRIVILEGED)
        buffer[index].x.method.member = text(method.name)
        buffer[index].x.method.signature = text(method.arguments.signature)
        buffer[index].x.method.result = text(method.results.signature)
        buffer[index].x.method.names = list(method.arguments.names + method.results.names)
        buffer[index].x.method.handler = { message, object, _ in
            guard let message, let object else { return 0 }
            return Unmanaged<ExportedObject>.fromOpaque(object).takeUnretainedValue().call(message)
        }
        index += 1
    }

    private func fill(_ index: inout Int, _ property: Property) {
        buffer[index].type = UInt8(_SD_BUS_VTABLE_PROPERTY)
        buffer[index].flags = property.changes.flags
        buffer[index].x.property.member = text(property.name)
        buffer[index].x.property.signature = text(property.signature)
        buffer[index].x.property.get = { _, _, _, name, reply, object, error in
            VTable.forward(object, error) { object in
                guard let name, let reply else { return }
                try object.get(String(cString: name), into: reply)
            }
        }
        index += 1
    }

    private func fill(_ index: inout Int, _ signal: SignalDeclaration) {
        buffer[index].type = UInt8(_SD_BUS_VTABLE_SIGNAL)
        buffer[index].x.signal.member = text(signal.name)
        buffer[index].x.signal.signature = text(signal.arguments.signature)
        buffer[index].x.signal.names = list(signal.arguments.names)
        index += 1
    }

    private static func forward(
        _ object: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?,
        _ body: (ExportedObject) throws -> Void
    ) -> Int32 {
        guard let object else { return -EINVAL }
        do {
            try body(Unmanaged<ExportedObject>.fromOpaque(object).takeUnretainedValue())
            return 1
        } catch let failure {
            return DBusError(failure).withCError { sd_bus_error_copy(error, $0) }
        }
    }

    /// Names one after the other, each with its NUL.
    private func list(_ names: [String]) -> UnsafePointer<CChar>? {
        let bytes: [UInt8] = names.map { Array($0.utf8) + [0] }.joined() + [0]
        let copy = UnsafeMutablePointer<CChar>(OpaquePointer(malloc(bytes.count)))
        guard let copy else { preconditionFailure("out of memory") }
        for (offset, byte) in bytes.enumerated() { copy[offset] = CChar(bitPattern: byte) }
        texts.append(copy)
        return UnsafePointer(copy)
    }

    private func text(_ text: String) -> UnsafePointer<CChar>? {
        guard let copy = strdup(text) else { preconditionFailure("out of memory") }
        texts.append(copy)
        return UnsafePointer(copy)
    }
}

extension Property.Changes {
    fileprivate var flags: UInt64 {
        switch self {
        case .constant: UInt64(SD_BUS_VTABLE_PROPERTY_CONST)
        case .announced: UInt64(SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)
        case .silent: 0
        }
    }
}
