// SPDX-License-Identifier: Apache-2.0

/// Which signals to get; what is nil matches everything.
package struct SignalMatch: Hashable, Sendable {
    /// A unique or a well-known name; for the latter, signals count only from its owner of the moment. Ignored on a
    /// connection to a peer.
    package var sender: String?
    /// The object that sends it; nil: any.
    package var path: ObjectPath?
    /// The path itself and all below it.
    package var pathNamespace: ObjectPath?
    /// The interface of the signal; nil: any.
    package var interface: String?
    /// The signal's name; nil: any.
    package var member: String?
    /// The first argument, which must be a string.
    package var arg0: String?
    /// Whether the sender sends these signals to each receiver by its name. They come whatever was asked for, so the bus
    /// is not asked: it would compare each message to one with every such question of all others.
    package var isAddressed = false

    /// Makes a match.
    package init(
        sender: String? = nil, path: ObjectPath? = nil, pathNamespace: ObjectPath? = nil, interface: String? = nil,
        member: String? = nil, arg0: String? = nil, isAddressed: Bool = false
    ) {
        self.sender = sender
        self.path = path
        self.pathNamespace = pathNamespace
        self.interface = interface
        self.member = member
        self.arg0 = arg0
        self.isAddressed = isAddressed
    }

    /// The match in the bus's own language. Throws `DBusError.invalidArguments` for what can be in no name.
    var rule: String {
        get throws {
            let parts = [
                ("type", "signal"), ("sender", sender), ("path", path?.rawValue),
                ("path_namespace", pathNamespace?.rawValue), ("interface", interface), ("member", member),
                ("arg0", arg0),
            ]
            return try parts.compactMap { key, value in
                guard let value else { return nil }
                guard !value.utf8.contains(where: { $0 == UInt8(ascii: "'") || $0 == 0 }) else {
                    throw DBusError(DBusError.invalidArguments, "a quote in a match")
                }
                return "\(key)='\(value)'"
            }.joined(separator: ",")
        }
    }

    /// Whether the signal fits in all but its sender and its arguments.
    func fitsHead(of signal: SignalMessage) -> Bool {
        if let member, member != signal.member { return false }
        if let interface, interface != signal.interface { return false }
        if let path, path != signal.path { return false }
        if let pathNamespace, !signal.path.isAtOrBelow(pathNamespace) { return false }
        return true
    }

    /// Whether the arguments fit.
    func fitsBody(of signal: SignalMessage) -> Bool { arg0 == nil || signal.body.first?.string == arg0 }
}

extension ObjectPath {
    fileprivate func isAtOrBelow(_ root: ObjectPath) -> Bool {
        self == root || root == "/" || rawValue.hasPrefix(root.rawValue + "/")
    }
}
