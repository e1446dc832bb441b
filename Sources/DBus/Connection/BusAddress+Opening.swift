// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc

extension BusAddress {
    /// Connects without waiting for the other side.
    ///
    /// - Parameter takesDescriptors: whether a bus may hand descriptors to us.
    func open(takesDescriptors: Bool = false) throws -> OpaquePointer {
        var handle: OpaquePointer?
        switch self {
        case .session: try Self.open(&handle, try Self.session(in: Self.variable), takesDescriptors)
        case .system: try Self.open(&handle, Self.system(in: Self.variable), takesDescriptors)
        case .address(let address): try Self.open(&handle, address, takesDescriptors)
        case .peer(let descriptor, let isServer): try Self.open(&handle, descriptor, isServer)
        }
        guard let handle else { throw DBusError(DBusError.failed, "connect to a bus") }
        sd_bus_set_exit_on_disconnect(handle, 0)
        return handle
    }

    private static func open(_ handle: inout OpaquePointer?, _ address: String, _ takesDescriptors: Bool) throws {
        try DBusError.check(sd_bus_new(&handle), "make a bus")
        try start(&handle, "connect to the bus at \(address)") { bus in
            try DBusError.check(sd_bus_set_address(bus, address), "use the address \(address)")
            try DBusError.check(sd_bus_set_bus_client(bus, 1), "be a client")
            // Anybody on a bus could use up our descriptors, and sd-bus gives up the connection when there are none.
            try DBusError.check(sd_bus_negotiate_fds(bus, takesDescriptors ? 1 : 0), "pass no descriptors")
        }
    }

    /// As sd_bus_open_user(3) finds it, which cannot be told to pass no descriptors; where the environment names none, the
    /// one of the person's login (pam_systemd(8)), for programs that were started with an empty environment.
    static func session(in environment: (String) -> String?, login: String? = loginFolder) throws -> String {
        if let address = environment("DBUS_SESSION_BUS_ADDRESS") { return address }
        guard let folder = environment("XDG_RUNTIME_DIR") ?? login else {
            throw DBusError(
                DBusError.noServer,
                "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set, and nobody is logged in")
        }
        return "unix:path=\(escaped(folder))/bus"
    }

    /// As sd_bus_open_system(3) finds it.
    static func system(in environment: (String) -> String?) -> String {
        environment("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// A variable of the environment; an empty one counts as not set.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The runtime folder that the system made for this user, when there is a bus in it.
    static var loginFolder: String? {
        let folder = "/run/user/\(geteuid())"
        return access("\(folder)/bus", F_OK) == 0 ? folder : nil
    }

    /// A value in an address (D-Bus Specification, "Server Addresses").
    static func escaped(_ value: String) -> String {
        value.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                String(UnicodeScalar(byte))
            default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }.joined()
    }

    private static func open(_ handle: inout OpaquePointer?, _ descriptor: Int32, _ isServer: Bool) throws {
        try DBusError.check(sd_bus_new(&handle), "make a bus")
        try start(&handle, "start a connection to a peer") { bus in
            try DBusError.check(sd_bus_set_fd(bus, descriptor, descriptor), "use a socket")
            try DBusError.check(sd_bus_negotiate_fds(bus, 1), "pass descriptors")
            guard isServer else { return }
            var id = sd_id128_t()
            try DBusError.check(sd_id128_randomize(&id), "make an identifier")
            try DBusError.check(sd_bus_set_server(bus, 1, id), "be a server")
            // What a caller may do is decided by the interfaces, not by sd-bus.
            try DBusError.check(sd_bus_set_trusted(bus, 1), "trust the peer")
        }
    }

    private static func start(
        _ handle: inout OpaquePointer?, _ what: String, configure: (OpaquePointer?) throws -> Void
    ) throws {
        do {
            try configure(handle)
            try DBusError.check(sd_bus_start(handle), what)
        } catch {
            handle = sd_bus_close_unref(handle)
            throw error
        }
    }
}
