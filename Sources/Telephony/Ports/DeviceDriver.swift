// SPDX-License-Identifier: Apache-2.0

/// Rings, routes audio and keeps the device awake as conversations ask for it.
package protocol DeviceDriver: Sendable {
    func obey(_ effect: DeviceEffect)
}

/// A device with nothing to drive, until the device layer comes.
package struct SilentDevice: DeviceDriver {
    package init() {}
    package func obey(_ effect: DeviceEffect) {}
}
