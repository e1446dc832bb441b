// SPDX-License-Identifier: Apache-2.0
package import DBus
package import Telephony

extension TelephonyError: DBusErrorConvertible {
    /// The error as the bus carries it.
    package var dbusError: DBusError { onBus }
}
