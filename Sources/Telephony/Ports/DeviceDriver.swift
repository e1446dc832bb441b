// SPDX-License-Identifier: Apache-2.0

/// Rings, routes audio and keeps the device awake as the conversations ask for it together.
package protocol DeviceDriver: Sendable {
    /// Takes what the device should be doing from now on; called when that differs from what it was told last.
    func follow(_ wish: DeviceWish)
}

/// A device with nothing to drive, until the device layer comes.
package struct SilentDevice: DeviceDriver {
    package init() {}
    package func follow(_ wish: DeviceWish) {}
}
