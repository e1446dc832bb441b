// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import DBus

@Suite("Where the buses are")
struct BusAddressTests {
    private func session(_ environment: [String: String], login: String? = "/run/user/1000") throws -> String {
        try BusAddress.session(in: { environment[$0] }, login: login)
    }

    @Test("The session's is where the environment says, else the one of the login")
    func order() throws {
        #expect(try session(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a", "XDG_RUNTIME_DIR": "/b"]) == "unix:path=/a")
        #expect(try session(["XDG_RUNTIME_DIR": "/b c"]) == "unix:path=/b%20c/bus")
        #expect(try session([:]) == "unix:path=/run/user/1000/bus")
    }

    @Test("There is no session where nothing names one")
    func none() {
        let error = #expect(throws: DBusError.self) { try session([:], login: nil) }
        #expect(error?.name == DBusError.noServer)
    }

    @Test("The system's is where the environment says, else where it always is")
    func system() {
        #expect(BusAddress.system { _ in nil } == "unix:path=/run/dbus/system_bus_socket")
        #expect(BusAddress.system { _ in "unix:path=/s" } == "unix:path=/s")
    }

    @Test("An empty variable is none")
    func empty() {
        setenv("DIALTONE_EMPTY_FOR_TESTS", "", 1)
        #expect(BusAddress.variable("DIALTONE_EMPTY_FOR_TESTS") == nil)
        #expect(BusAddress.variable("DIALTONE_UNSET_FOR_TESTS") == nil)
        #expect(BusAddress.variable("PATH")?.isEmpty == false)
    }
}
