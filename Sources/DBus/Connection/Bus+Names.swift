// SPDX-License-Identifier: Apache-2.0
import CSystemd

extension Bus {
    /// Our own name on the bus; nil until the bus has given it, and on a connection to a peer.
    package var uniqueName: String? {
        // sd-bus would block until the bus has answered.
        guard let handle = try? connection.open, !connection.isPeer, sd_bus_is_ready(handle) > 0 else { return nil }
        var name: UnsafePointer<CChar>?
        return sd_bus_get_unique_name(handle, &name) >= 0 ? name.map { String(cString: $0) } : nil
    }

    /// Becomes the owner of a name; does not wait in line for it.
    /// Throws `DBusError`: `addressInUse` if another owns it, `accessDenied`.
    package func requestName(_ name: String) async throws {
        let doNotQueue: UInt32 = 4
        let answer = try await callBus("RequestName", name, doNotQueue, returning: UInt32.self)
        // 1: primary owner, 4: already owner.
        guard answer == 1 || answer == 4 else {
            throw DBusError(DBusError.addressInUse, "\(name) is owned by another connection")
        }
    }

    /// Becomes the owner of a name, or its next owner once those before have gone; `nameOwners` tells who is.
    /// Throws `DBusError`: `accessDenied`.
    package func waitInLine(for name: String) async throws {
        let queue: UInt32 = 0
        _ = try await callBus("RequestName", name, queue, returning: UInt32.self)
    }

    /// The unique name of a name's owner, nil if there is none; starts nothing. Throws `DBusError`.
    package func owner(of name: String) async throws -> String? {
        do {
            return try await callBus("GetNameOwner", name, returning: String.self)
        } catch let error as DBusError where error.name == DBusError.nameHasNoOwner {
            return nil
        }
    }

    /// A name's owner now and at every change, until the bus closes. Throws `DBusError`.
    ///
    /// Only what is newest waits for a slow consumer.
    package func nameOwners(of name: String) async throws -> AsyncStream<String?> {
        let (stream, continuation) = AsyncStream.makeStream(of: String?.self, bufferingPolicy: .bufferingNewest(1))
        let subscription = try onOwnerChange(of: name) {
            continuation.yield($0)
        } end: {
            continuation.finish()
        }
        continuation.onTermination = { _ in subscription.cancel() }
        return stream
    }
}
