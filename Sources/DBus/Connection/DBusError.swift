// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An error of the bus, known by its name; unknown names are carried as they are.
package struct DBusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The D-Bus error name, e.g. `org.freedesktop.DBus.Error.NoReply`.
    package var name: String
    /// What happened, for a person.
    package var message: String
    /// Whether the callee left the bus before it answered, and before the deadline; of `noReply` alone.
    package var calleeHasGone = false

    /// Makes an error; use the names below where one fits.
    package init(_ name: String, _ message: String = "") {
        self.name = name
        self.message = message
    }

    package var description: String { message.isEmpty ? name : "\(name): \(message)" }
}

// Names of the D-Bus specification and of its reference implementation.
extension DBusError {
    /// No answer before the deadline, or the callee went away.
    package static let noReply = "org.freedesktop.DBus.Error.NoReply"
    /// The connection ended.
    package static let disconnected = "org.freedesktop.DBus.Error.Disconnected"
    /// There is no bus to connect to.
    package static let noServer = "org.freedesktop.DBus.Error.NoServer"
    /// Nobody owns the destination's name, and nothing can be started for it.
    package static let serviceUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
    /// The asked name has no owner.
    package static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
    /// The callee, or the bus, does not allow it.
    package static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    /// No such method.
    package static let unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
    /// No such object.
    package static let unknownObject = "org.freedesktop.DBus.Error.UnknownObject"
    /// No such interface.
    package static let unknownInterface = "org.freedesktop.DBus.Error.UnknownInterface"
    /// No such property.
    package static let unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
    /// The arguments have the wrong types or values.
    package static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    /// A limit was reached.
    package static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    /// The name is owned by another connection.
    package static let addressInUse = "org.freedesktop.DBus.Error.AddressInUse"
    /// A service that was to be started took too long.
    package static let timedOut = "org.freedesktop.DBus.Error.TimedOut"
    /// Anything else.
    package static let failed = "org.freedesktop.DBus.Error.Failed"

    /// The error of a call into libsystemd that returned a negative errno.
    init(result: Int32, doing what: String) {
        let name =
            switch -result {
            case ENOTCONN, ECONNRESET, EPIPE, ESHUTDOWN: Self.disconnected
            case ENOENT, ECONNREFUSED, ENOMEDIUM: Self.noServer
            case ETIMEDOUT: Self.noReply
            case EINVAL, ENXIO, EBADMSG, EBUSY: Self.invalidArguments
            case ENOBUFS: Self.limitsExceeded
            case EACCES, EPERM: Self.accessDenied
            case EEXIST: Self.addressInUse
            default: Self.failed
            }
        self.init(name, "\(what): \(String(cString: strerror(-result)))")
    }

    /// Throws the error of a negative result.
    @inline(__always)
    @discardableResult
    static func check(_ result: Int32, _ what: @autoclosure () -> String) throws -> Int32 {
        guard result >= 0 else { throw DBusError(result: result, doing: what()) }
        return result
    }
}

/// An error that knows how it is called on the bus; a handler may throw it.
package protocol DBusErrorConvertible: Error {
    /// The error as it goes over the bus.
    var dbusError: DBusError { get }
}
