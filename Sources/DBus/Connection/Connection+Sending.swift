// SPDX-License-Identifier: Apache-2.0
import CSystemd

extension Connection {
    /// Most messages that wait for the other side to read them.
    static let maximumQueuedMessages: UInt64 = 4096

    func makeCall(_ method: MethodAddress, autoStart: Bool = true) throws -> Message {
        var pointer: OpaquePointer?
        let result = sd_bus_message_new_method_call(
            try open, &pointer, isPeer ? nil : method.destination, method.path.rawValue, method.interface,
            method.member)
        let message = try made(pointer, result, "call \(method.interface).\(method.member)")
        if !autoStart { sd_bus_message_set_auto_start(message.pointer, 0) }
        return message
    }

    func makeSignal(_ signal: SignalAddress, to destination: String?) throws -> Message {
        var pointer: OpaquePointer?
        let result = sd_bus_message_new_signal(
            try open, &pointer, signal.path.rawValue, signal.interface, signal.member)
        let message = try made(pointer, result, "emit \(signal.interface).\(signal.member)")
        if let destination, !isPeer {
            try DBusError.check(sd_bus_message_set_destination(message.pointer, destination), "send to \(destination)")
        }
        return message
    }

    private func made(_ pointer: OpaquePointer?, _ result: Int32, _ what: String) throws -> Message {
        try DBusError.check(result, what)
        guard let pointer else { throw DBusError(DBusError.failed, what) }
        return Message(owning: pointer, loop: loop)
    }

    /// Sends a message that has no answer. Throws `DBusError.limitsExceeded` when the other side does not read.
    func send(_ message: Message) throws {
        guard queuedMessages < Self.maximumQueuedMessages else {
            throw DBusError(DBusError.limitsExceeded, "the other side does not read its messages")
        }
        try put(message)
    }

    /// Messages that the other side has not read.
    var queuedMessages: UInt64 {
        var count: UInt64 = 0
        guard let handle, sd_bus_get_n_queued_write(handle, &count) >= 0 else { return 0 }
        return count
    }

    private func put(_ message: Message) throws {
        try DBusError.check(sd_bus_send(try open, message.pointer, nil), "send a message")
    }

    /// Answers a call with values, or with an error if they can not be written.
    func reply(to call: Message, _ encode: (inout MessageWriter) throws -> Void) {
        do {
            var pointer: OpaquePointer?
            _ = try open
            let result = sd_bus_message_new_method_return(call.pointer, &pointer)
            let message = try made(pointer, result, "answer a call")
            var writer = MessageWriter(message.pointer)
            try encode(&writer)
            try answer(message)
        } catch {
            reply(to: call, failure: error)
        }
    }

    /// Answers a call with an error.
    func reply(to call: Message, failure: any Error) {
        guard (try? open) != nil else { return }
        let error = DBusError(failure)
        var pointer: OpaquePointer?
        let result = error.withCError { sd_bus_message_new_method_error(call.pointer, &pointer, $0) }
        guard let message = try? made(pointer, result, "answer a call") else { return }
        try? answer(message)
    }

    /// A peer that calls and does not read the answers loses the connection. Over a bus, where others would lose it
    /// too, an answer always waits: a backlog stops the reading of further calls.
    private func answer(_ message: Message) throws {
        guard isPeer else { return try put(message) }
        do {
            try send(message)
        } catch let error as DBusError where error.name == DBusError.limitsExceeded {
            close()
        }
    }
}

extension DBusError {
    /// Any error as one of the bus.
    init(_ error: any Error) {
        switch error {
        case let error as DBusError: self = error
        case let error as any DBusErrorConvertible: self = error.dbusError
        case is CancellationError: self.init(Self.failed, "cancelled")
        default: self.init(Self.failed, "\(error)")
        }
    }

    /// Calls with the error as sd-bus takes it; an invalid name becomes `Failed`.
    func withCError<R>(_ body: (UnsafePointer<sd_bus_error>) throws -> R) rethrows -> R {
        let name = sd_bus_interface_name_is_valid(name) > 0 ? name : Self.failed
        return try name.withCString { name in
            try message.withCString { message in
                var error = sd_bus_error(name: name, message: message, _need_free: 0)
                return try body(&error)
            }
        }
    }
}
