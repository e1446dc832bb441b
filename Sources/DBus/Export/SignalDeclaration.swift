// SPDX-License-Identifier: Apache-2.0

/// A signal of an interface of ours, for introspection.
package struct SignalDeclaration: Sendable {
    let name: String
    let arguments: ParameterList

    /// `SignalDeclaration("Changed", arguments: ["id", "state"], String.self, UInt32.self)`
    package init<each T: DBusType>(_ name: String, arguments: [String] = [], _ types: repeat (each T).Type) {
        self.name = name
        self.arguments = ParameterList(arguments, repeat each types)
    }
}
