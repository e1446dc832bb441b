// SPDX-License-Identifier: Apache-2.0

/// The types of parameters and their names.
struct ParameterList: Sendable {
    let signature: String
    let names: [String]

    init<each T: DBusType>(_ names: [String], _ types: repeat (each T).Type) {
        var signatures: [String] = []
        repeat signatures.append((each T).signature)
        precondition(names.isEmpty || names.count == signatures.count, "as many names as parameters")
        signature = signatures.joined()
        self.names = names.isEmpty ? signatures.indices.map { "value\($0)" } : names
    }
}
