// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc

/// An interface at a path, as sd-bus knows it; lives on the loop's thread.
final class ExportedObject: @unchecked Sendable {
    struct Key: Hashable {
        let path: String
        let interface: String
    }

    let interface: Interface
    private weak var bus: Bus?
    private let loop: EventLoop
    private var slot: OpaquePointer?

    init(_ interface: Interface, bus: Bus, loop: EventLoop) {
        self.interface = interface
        self.bus = bus
        self.loop = loop
    }

    func add(to handle: OpaquePointer, at path: ObjectPath) throws {
        let result = sd_bus_add_object_vtable(
            handle, &slot, path.rawValue, interface.name, interface.table.entries,
            Unmanaged.passUnretained(self).toOpaque())
        try DBusError.check(result, "export \(interface.name)")
    }

    func withdraw() { slot = sd_bus_slot_unref(slot) }

    func call(_ pointer: OpaquePointer) -> Int32 {
        let message = Message(retaining: pointer, loop: loop)
        guard let bus, let method = interface.methods[message.member] else { return 0 }
        bus.assumeIsolated { $0.perform(method, message) }
        return 1
    }

    func get(_ name: String, into reply: OpaquePointer) throws {
        guard let property = interface.properties[name] else { throw DBusError(DBusError.unknownProperty, name) }
        var writer = MessageWriter(reply)
        try property.get(&writer)
    }
}
