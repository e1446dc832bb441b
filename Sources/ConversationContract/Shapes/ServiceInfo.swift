// SPDX-License-Identifier: Apache-2.0
package import DBus

/// A cellular service on the bus.
package struct ServiceInfo: DBusStruct, Hashable {
    /// UUID text.
    package var id: String
    /// What a person recognises it by.
    package var label: String

    package init(id: String, label: String) {
        self.id = id
        self.label = label
    }

    package static let layout = StructLayout(ServiceInfo.init(id:label:)) { ($0.id, $0.label) }
}
