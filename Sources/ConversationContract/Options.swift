// SPDX-License-Identifier: Apache-2.0
package import DBus
package import Telephony

/// The options that a method knows; `dbus/README.md` has the rules.
package protocol OptionNames: Sendable {
    /// Their names.
    static var known: Set<String> { get }
    /// Whether the method finds out by itself what cannot be obeyed, because an emergency call is made all the same.
    static var servesEmergencies: Bool { get }
}

extension OptionNames {
    /// Whether the method finds out by itself what cannot be obeyed; most do not.
    package static var servesEmergencies: Bool { false }
}

/// The names of a method that has no options yet.
package enum NoOptions: OptionNames {
    package static let known: Set<String> = []
}

/// What a caller wishes beside the arguments of a method, by name.
///
/// A name that the method does not know is left alone, unless the caller requires it: then the method is refused before
/// anything is done, with `unsupportedOption`.
package struct Options<Names: OptionNames>: DBusType {
    private let values: [String: Variant]

    /// Under which name a caller tells the names of the options that have to be obeyed.
    package static var require: String { "require" }

    package static var signature: String { [String: Variant].signature }

    package init(_ values: [String: Variant]) { self.values = values }

    package func write(to writer: inout MessageWriter) throws { try values.write(to: &writer) }

    package init(from reader: inout MessageReader) throws {
        values = try reader.read()
        if !Names.servesEmergencies { try obey() }
    }

    /// Throws `unsupportedOption` when the caller requires what the method does not know.
    package func obey() throws(TelephonyError) {
        let unknown = try value(Self.require, as: [String].self)?.filter { !Names.known.contains($0) } ?? []
        guard unknown.isEmpty else {
            throw TelephonyError(
                .unsupportedOption,
                "dialtoned does not know the option \(unknown.joined(separator: ", ")); update it, or ask without")
        }
    }

    /// Why the options cannot be obeyed; nil when they can.
    package var objection: TelephonyError? {
        do { try obey() } catch { return error }
        return nil
    }

    /// A value by its name; nil when it was not given. Throws `invalidArgument` for one of another type.
    package func value<Value: DBusType>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(TelephonyError) -> Value? {
        do { return try values.value(name) } catch {
            throw TelephonyError(.invalidArgument, "the option \(error.message)")
        }
    }
}
