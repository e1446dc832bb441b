// SPDX-License-Identifier: Apache-2.0
package import DBus

/// A cellular service on the bus.
package struct ServiceInfo: DBusStruct, Hashable {
    /// UUID text.
    package var id: String
    /// What a person recognises it by.
    package var label: String
    /// What later versions add, by name; an unknown name is carried.
    package var details: [String: Variant]

    package init(id: String, label: String, details: [String: Variant] = [:]) {
        self.id = id
        self.label = label
        self.details = details
    }

    package static let layout = StructLayout(ServiceInfo.init(id:label:details:)) { ($0.id, $0.label, $0.details) }
}
