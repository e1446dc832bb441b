// SPDX-License-Identifier: Apache-2.0

/// An interface of ours: what objects offer.
package struct Interface: Sendable {
    /// Its D-Bus name.
    package let name: String
    let methods: [Method]
    let properties: [Property]
    let signals: [SignalDeclaration]

    /// Makes an interface.
    package init(
        _ name: String, methods: [Method] = [], properties: [Property] = [], signals: [SignalDeclaration] = []
    ) {
        self.name = name
        self.methods = methods
        self.properties = properties
        self.signals = signals
    }
}
