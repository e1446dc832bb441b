// SPDX-License-Identifier: Apache-2.0
import Telephony

/// A room: what the device was told last. What it should do is computed from all conversations after each change of one:
/// there is nothing to count and nothing to forget.
final class DeviceDesk {
    private let driver: any DeviceDriver
    private var wish = DeviceWish.idle

    init(_ driver: any DeviceDriver) { self.driver = driver }

    func follow(_ machines: some Sequence<ConversationMachine>) {
        let next = DeviceWish(machines)
        guard next != wish else { return }
        wish = next
        driver.follow(next)
    }
}
