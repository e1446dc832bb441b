// SPDX-License-Identifier: Apache-2.0

/// Where a request object is, and what it looks like.
package struct RequestObject: Hashable, Sendable {
    /// Where it is on the bus.
    package let path: ObjectPath
    /// The caller's unique name; nil on a connection to a peer.
    package let sender: String?

    /// `<base>/request/<sender>/<token>`: a caller can know it before it calls. Throws `DBusError.invalidArguments` for
    /// a token outside `[A-Za-z0-9_]{1,64}`.
    package init(base: ObjectPath, sender: String?, token: String) throws {
        let isWord = token.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isWord, (1...Self.maximumTokenLength).contains(token.utf8.count) else {
            throw DBusError(
                DBusError.invalidArguments,
                "the request's token is none; give 1 to \(Self.maximumTokenLength) letters (A-Z, a-z), digits and _")
        }
        path = try base.appending("request").appending(Self.escaped(sender)).appending(token)
        self.sender = sender
    }

    /// Longest token.
    package static let maximumTokenLength = 64

    /// `:1.42` becomes `1_42`, as in xdg-desktop-portal; a peer is called `peer`.
    private static func escaped(_ sender: String?) -> String {
        guard let sender else { return "peer" }
        return String(sender.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
    }

    /// The interface that all request objects of that name share; `close` finds out by the path which one is meant.
    static func interface(_ name: String, close: @escaping @Sendable (CallContext) async throws -> Void) -> Interface {
        Interface(
            name, methods: [Method("Close") { (call: CallContext) async throws in try await close(call) }],
            signals: [
                SignalDeclaration("Response", arguments: ["response", "results"], UInt32.self, [String: Variant].self)
            ])
    }
}
