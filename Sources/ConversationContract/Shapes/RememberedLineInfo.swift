// SPDX-License-Identifier: Apache-2.0
package import DBus

/// A number that has a line of its own, on the bus.
package struct RememberedLineInfo: DBusStruct, Hashable {
    /// The number, as it is matched.
    package var number: String
    /// UUID text.
    package var service: String
    /// What later versions add.
    package var details: [String: Variant]

    package init(number: String, service: String, details: [String: Variant] = [:]) {
        self.number = number
        self.service = service
        self.details = details
    }

    package static let layout = StructLayout(RememberedLineInfo.init(number:service:details:)) {
        ($0.number, $0.service, $0.details)
    }
}
