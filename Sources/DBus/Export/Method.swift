// SPDX-License-Identifier: Apache-2.0

/// A method of an interface of ours.
///
///     Method("Start", arguments: ["token", "number"], results: ["request"]) {
///         (call: CallContext, token: String, number: String) async throws -> ObjectPath in …
///     }
///
/// The body runs on the bus's loop, as a task of its own. What it throws is the answer: `DBusError` and
/// `DBusErrorConvertible` by their names, anything else as `Failed`.
package struct Method: Sendable {
    typealias Encoder = @Sendable (inout MessageWriter) throws -> Void
    typealias Invocation = @Sendable (CallContext) async throws -> Encoder

    let name: String
    let arguments: ParameterList
    let results: ParameterList
    /// Reads the arguments, while the message is there.
    let prepare: @Sendable (inout MessageReader) throws -> Invocation

    /// `arguments` and `results` name what introspection shows, in order: all, or none.
    package init<each Argument: DBusType, each Output: DBusType>(
        _ name: String, arguments: [String] = [], results: [String] = [],
        _ body: @escaping @Sendable (CallContext, repeat each Argument) async throws -> (repeat each Output)
    ) {
        self.name = name
        self.arguments = ParameterList(arguments, repeat (each Argument).self)
        self.results = ParameterList(results, repeat (each Output).self)
        prepare = { reader in
            let values = try (repeat (each Argument)(from: &reader))
            return { call in
                let output = try await body(call, repeat each values)
                return { writer in repeat try (each output).write(to: &writer) }
            }
        }
    }
}
