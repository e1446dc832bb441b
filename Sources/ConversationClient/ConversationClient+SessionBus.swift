// SPDX-License-Identifier: Apache-2.0
import DBus

extension ConversationClient {
    /// A client on the session bus with a loop and a thread of its own, for programs that have no other use for a bus.
    package static func onSessionBus() -> ConversationClient {
        let loop = EventLoop()
        loop.start()
        return ConversationClient(loop: loop)
    }
}
