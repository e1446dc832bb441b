// SPDX-License-Identifier: Apache-2.0
import CSystemd

/// A call that waits for its answer; lives on the loop's thread.
final class PendingCall {
    let id: UInt64
    unowned let connection: Connection
    private let completion: (Result<Message, any Error>) -> Void
    var slot: OpaquePointer?

    init(id: UInt64, connection: Connection, completion: @escaping (Result<Message, any Error>) -> Void) {
        self.id = id
        self.connection = connection
        self.completion = completion
    }

    /// Ends the call, once.
    func finish(_ result: Result<Message, any Error>) {
        slot = sd_bus_slot_unref(slot)
        completion(result)
    }
}
