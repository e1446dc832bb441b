// SPDX-License-Identifier: Apache-2.0
package import DBus

extension EventLoop {
    /// The loop that tests share: one thread, as in the daemon.
    package static let forTests: EventLoop = {
        let loop = EventLoop()
        loop.start()
        return loop
    }()
}
