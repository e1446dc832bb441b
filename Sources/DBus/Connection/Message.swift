// SPDX-License-Identifier: Apache-2.0
import CSystemd

/// A message of sd-bus, whose reference count is not atomic: it is let go on the loop's thread.
final class Message: @unchecked Sendable {
    let pointer: OpaquePointer
    private let loop: EventLoop

    /// Takes over a reference.
    init(owning pointer: OpaquePointer, loop: EventLoop) {
        self.pointer = pointer
        self.loop = loop
    }

    /// Adds a reference.
    convenience init(retaining pointer: OpaquePointer, loop: EventLoop) {
        sd_bus_message_ref(pointer)
        self.init(owning: pointer, loop: loop)
    }

    deinit {
        if loop.isOnThread {
            sd_bus_message_unref(pointer)
        } else {
            nonisolated(unsafe) let pointer = pointer
            loop.post { sd_bus_message_unref(pointer) }
        }
    }

    /// The error if this is one.
    var error: DBusError? {
        guard sd_bus_message_is_method_error(pointer, nil) > 0, let error = sd_bus_message_get_error(pointer) else {
            return nil
        }
        return DBusError(
            error.pointee.name.map { String(cString: $0) } ?? DBusError.failed,
            error.pointee.message.map { String(cString: $0) } ?? "")
    }

    /// Tells the other side not to answer.
    func expectNoReply() { sd_bus_message_set_expect_reply(pointer, 0) }

    /// Ends the writing, so that it can be read; what is sealed cannot be sent.
    func seal() throws { try DBusError.check(sd_bus_message_seal(pointer, 1, 0), "write a message") }

    /// Appends all that a sealed message has.
    func append(contentsOf original: Message) throws {
        try DBusError.check(sd_bus_message_rewind(original.pointer, 1), "read a message")
        try DBusError.check(sd_bus_message_copy(pointer, original.pointer, 1), "copy a message")
    }

    var sender: String? { sd_bus_message_get_sender(pointer).map { String(cString: $0) } }
    var path: String { sd_bus_message_get_path(pointer).map { String(cString: $0) } ?? "" }
    var interface: String { sd_bus_message_get_interface(pointer).map { String(cString: $0) } ?? "" }
    var member: String { sd_bus_message_get_member(pointer).map { String(cString: $0) } ?? "" }
}
