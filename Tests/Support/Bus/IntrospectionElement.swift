// SPDX-License-Identifier: Apache-2.0

/// A method, signal or argument in an introspection document, in the document's order.
package struct IntrospectionElement: Hashable, Sendable {
    /// What an element describes.
    package enum Kind: String, Hashable, Sendable {
        case method, signal, argument = "arg"
    }

    /// What it describes.
    package var kind: Kind
    /// The interface that it is of.
    package var interface: String
    /// Its name; "" when it has none.
    package var name: String
    /// Of an argument; "" elsewhere.
    package var type: String
    /// `in` or `out`; "" where the document does not say.
    package var direction: String

    /// Reads a document, which is one of ours or sd-bus's.
    package static func all(in xml: String) -> [IntrospectionElement] {
        var interface = ""
        return withoutComments(xml).split(separator: "<").compactMap { tag in
            if tag.hasPrefix("interface ") { interface = attribute("name", in: tag) }
            guard let kind = Kind(rawValue: String(tag.prefix { $0.isLetter })) else { return nil }
            return IntrospectionElement(
                kind: kind, interface: interface, name: attribute("name", in: tag), type: attribute("type", in: tag),
                direction: attribute("direction", in: tag))
        }
    }

    private static func withoutComments(_ xml: String) -> String {
        var rest = xml[...]
        var kept = ""
        while let open = rest.firstRange(of: "<!--") {
            kept += rest[..<open.lowerBound]
            rest = rest[(rest.firstRange(of: "-->")?.upperBound ?? rest.endIndex)...]
        }
        return kept + rest
    }

    private static func attribute(_ name: String, in tag: Substring) -> String {
        guard let start = tag.firstRange(of: " \(name)=\"")?.upperBound else { return "" }
        return String(tag[start...].prefix { $0 != "\"" })
    }
}
