// SPDX-License-Identifier: Apache-2.0

/// A struct that is a D-Bus struct, described by the table `layout`:
///
///     package static let layout = StructLayout(Line.init(id:label:)) { ($0.id, $0.label) }
package protocol DBusStruct: DBusType {
    associatedtype Layout: StructLayoutProtocol where Layout.Value == Self
    /// How it is made of its fields and taken apart, in the order of the message; keep it in a `static let`.
    static var layout: Layout { get }
}

extension DBusStruct {
    package static var signature: String { layout.signature }
    package func write(to writer: inout MessageWriter) throws { try Self.layout.write(self, to: &writer) }
    package init(from reader: inout MessageReader) throws { self = try Self.layout.read(from: &reader) }
}
