// SPDX-License-Identifier: Apache-2.0
import CSystemd

/// A call that waits for its answer; lives on the loop's thread.
final class PendingCall {
    let id: UInt64
    unowned let connection: Connection
    /// When sd-bus gives up (CLOCK_MONOTONIC): a `NoReply` from before comes from the bus, because the callee has gone.
    let expiry: UInt64
    private let completion: (Result<Message, any Error>) -> Void
    var slot: OpaquePointer?

    init(
        id: UInt64, connection: Connection, expiry: UInt64,
        completion: @escaping (Result<Message, any Error>) -> Void
    ) {
        self.id = id
        self.connection = connection
        self.expiry = expiry
        self.completion = completion
    }

    /// Ends the call, once.
    func finish(_ result: Result<Message, any Error>) {
        slot = sd_bus_slot_unref(slot)
        completion(result)
    }
}
