// SPDX-License-Identifier: Apache-2.0

/// When the connections of a bus came, as a value: each while it is there, by its unique name.
///
/// A bus tells which process made a connection by the process's number alone, and a number is used again. Whoever has
/// the number now and began later than the connection came is somebody else.
struct ConnectionTimes: Sendable {
    /// Connections that are remembered; a session bus as it is delivered has 100,000 at most.
    static let maximum = 131_072

    private var arrivals: [String: Duration] = [:]
    /// From when on none came unseen (`EventLoop.uptime`); nil while that is not known.
    var since: Duration?

    /// A unique name came to the bus or left it.
    mutating func note(_ name: String, isThere: Bool, at time: Duration) {
        guard name.hasPrefix(":") else { return }
        if !isThere {
            arrivals[name] = nil
        } else if arrivals.count < Self.maximum {
            arrivals[name] = time
        }
    }

    /// The latest time at which a connection that is there can have been made; nil for "until now".
    ///
    /// One that was not seen to come was there before. So counts, too, one beyond the limit: its process may be taken
    /// for another one, never another one for its process.
    func latest(of name: String) -> Duration? { arrivals[name] ?? since }
}
