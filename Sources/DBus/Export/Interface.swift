// SPDX-License-Identifier: Apache-2.0

/// An interface of ours: what objects offer.
///
/// Objects that are exported with one value of it share what sd-bus needs to know about it.
package struct Interface: Sendable {
    /// Its D-Bus name.
    package let name: String
    let methods: [String: Method]
    let properties: [String: Property]
    let table: VTable

    /// Makes an interface.
    package init(
        _ name: String, methods: [Method] = [], properties: [Property] = [], signals: [SignalDeclaration] = []
    ) {
        self.name = name
        self.methods = Dictionary(methods.map { ($0.name, $0) }) { first, _ in first }
        self.properties = Dictionary(properties.map { ($0.name, $0) }) { first, _ in first }
        table = VTable(methods: methods, properties: properties, signals: signals)
    }
}
