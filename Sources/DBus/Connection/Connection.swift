// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc

/// The one owner of an `sd_bus`; everything in it happens on the loop's thread.
///
/// sd-bus stops the process when it is handed a freed bus, so the handle is nil from the moment it is freed.
final class Connection: LoopSource, @unchecked Sendable {
    let loop: EventLoop
    let isPeer: Bool
    private(set) var handle: OpaquePointer?
    private(set) var isClosed = false
    private var isDispatching = false
    private var pending: [UInt64: PendingCall] = [:]
    private var lastCall: UInt64 = 0
    private var filter: OpaquePointer?
    var objects: [ExportedObject.Key: ExportedObject] = [:]
    var onSignal: ((Message) -> Void)?
    var onEnd: (() -> Void)?

    /// Messages handled before the loop's other work has its turn.
    private static let messagesPerTurn = 64
    /// Messages waiting to be sent over a bus from which on hardly anything is read: who asks faster than the answers
    /// leave has to wait.
    static let backlog: UInt64 = 1024

    init(_ address: BusAddress, loop: EventLoop, takesDescriptors: Bool = false) throws {
        self.loop = loop
        if case .peer = address { isPeer = true } else { isPeer = false }
        handle = try address.open(takesDescriptors: takesDescriptors)
    }

    /// For the case that it never ran.
    deinit { sd_bus_close_unref(handle) }

    func start() throws {
        guard let handle = try? open, filter == nil else { return }
        let result = sd_bus_add_filter(
            handle, &filter,
            { message, context, _ in
                guard let message, let context else { return 0 }
                Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().filter(message)
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        try DBusError.check(result, "listen to signals")
        loop.add(self)
    }

    /// The handle of an open connection.
    var open: OpaquePointer {
        get throws {
            guard let handle, !isClosed else { throw DBusError(DBusError.disconnected, "the connection has ended") }
            return handle
        }
    }

    private func filter(_ pointer: OpaquePointer) {
        var type: UInt8 = 0
        guard sd_bus_message_get_type(pointer, &type) >= 0, type == UInt8(SD_BUS_MESSAGE_SIGNAL) else { return }
        onSignal?(Message(retaining: pointer, loop: loop))
    }

    // MARK: Source of the loop

    func prepare() -> LoopInterest {
        guard let handle, !isClosed else { return .nothing }
        guard !isBacklogged else {
            return LoopInterest(descriptor: sd_bus_get_fd(handle), events: Int16(POLLOUT))
        }
        let events = sd_bus_get_events(handle)
        var deadline = UInt64.max
        guard events >= 0, sd_bus_get_timeout(handle, &deadline) >= 0 else {
            // Gone already; a turn of dispatch notices.
            return LoopInterest(descriptor: -1, events: 0, deadline: 0)
        }
        return LoopInterest(
            descriptor: sd_bus_get_fd(handle), events: Int16(truncatingIfNeeded: events), deadline: deadline)
    }

    func dispatch(events: Int16) {
        isDispatching = true
        for _ in 0..<Self.messagesPerTurn {
            guard let handle, !isClosed else { break }
            let result = sd_bus_process(handle, nil)
            if result > 0 {
                guard isBacklogged else { continue }
                break
            }
            if result < 0 || sd_bus_is_open(handle) <= 0 { close() }
            break
        }
        isDispatching = false
        if isClosed { free() }
    }

    /// Not between peers: two that wait for each other to read would wait for ever, and a bus always reads.
    private var isBacklogged: Bool { !isPeer && queuedMessages >= Self.backlog }

    // MARK: End

    /// Ends the connection; waiting calls end with `DBusError.disconnected`.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        let calls = pending.values.sorted { $0.id < $1.id }
        pending = [:]
        for call in calls { call.finish(.failure(DBusError(DBusError.disconnected, "the connection has ended"))) }
        onEnd?()
        onEnd = nil
        onSignal = nil
        if !isDispatching { free() }
    }

    /// Not while sd-bus is at work: it would return into freed memory.
    private func free() {
        guard let handle else { return }
        loop.remove(self)
        filter = sd_bus_slot_unref(filter)
        for object in objects.values { object.withdraw() }
        objects = [:]
        self.handle = nil
        sd_bus_close_unref(handle)
    }

    // MARK: Calls

    /// Sends a call; the completion runs once, on the loop's thread, unless it is cancelled.
    @discardableResult
    func call(
        _ message: Message, deadline: Duration, completion: @escaping (Result<Message, any Error>) -> Void
    ) throws -> UInt64 {
        let handle = try open
        lastCall += 1
        let patience = deadline.busMicroseconds
        let (expiry, isEndless) = SystemClock.microseconds(CLOCK_MONOTONIC).addingReportingOverflow(patience)
        let call = PendingCall(
            id: lastCall, connection: self, expiry: isEndless ? .max : expiry, completion: completion)
        let result = sd_bus_call_async(
            handle, &call.slot, message.pointer,
            { reply, context, _ in
                guard let reply, let context else { return 0 }
                Unmanaged<PendingCall>.fromOpaque(context).takeUnretainedValue().answered(reply)
                return 1
            }, Unmanaged.passUnretained(call).toOpaque(), patience)
        try DBusError.check(result, "call \(message.interface).\(message.member)")
        pending[call.id] = call
        return call.id
    }

    /// Ends a waiting call with `CancellationError`.
    func cancel(_ id: UInt64) {
        pending.removeValue(forKey: id)?.finish(.failure(CancellationError()))
    }

    fileprivate func answered(_ call: PendingCall, _ reply: OpaquePointer) {
        guard pending.removeValue(forKey: call.id) != nil else { return }
        let message = Message(retaining: reply, loop: loop)
        guard var error = message.error else { return call.finish(.success(message)) }
        if let handle, sd_bus_is_open(handle) <= 0 {
            // sd-bus makes a NoReply of its own then.
            error = DBusError(DBusError.disconnected, "the connection has ended")
        }
        error.calleeHasGone =
            error.name == DBusError.noReply && SystemClock.microseconds(CLOCK_MONOTONIC) < call.expiry
        call.finish(.failure(error))
    }
}

extension PendingCall {
    fileprivate func answered(_ reply: OpaquePointer) {
        // The connection's table holds the only reference.
        withExtendedLifetime(self) { connection.answered(self, reply) }
    }
}

extension Duration {
    /// For sd-bus, to whom 0 means its own default and the greatest number no deadline.
    fileprivate var busMicroseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 1 }
        let (microseconds, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000)
        return overflow ? .max - 1 : max(1, microseconds + UInt64(attoseconds / 1_000_000_000_000))
    }
}
