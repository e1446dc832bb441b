// SPDX-License-Identifier: Apache-2.0
import DBus
import Glibc
import TestSupport

/// A program that connected to the bus and whose connection the test holds: to the bus, and so to the daemon, it is
/// the program that calls (Tests/Apps/Caller).
final class HeldCaller: Sendable {
    /// What the test says over the program's connection.
    let connection: RawConnection
    private let process: ChildProcess
    /// The program ends with it, also one that another one has started for us.
    private let lifeline: FileDescriptor

    /// The program's file, as this build made it.
    static var program: String { BuiltProgram.path("dialtone-test-caller") }

    /// Starts a program that hands its connection over on its standard output. Blocks until it has.
    ///
    /// - Parameter arguments: the program, maybe under another one, with its arguments.
    init(
        _ arguments: [String], environment: [String: String] = [:], user: uid_t = geteuid(),
        passesDescriptors: Bool = false
    ) throws {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw RawFailure(description: "socketpair: errno \(errno)")
        }
        lifeline = FileDescriptor(owning: ends[0])
        let started = Result {
            try ChildProcess(arguments, environment: environment, output: ends[1], errors: STDERR_FILENO)
        }
        close(ends[1])
        process = try started.get()
        let descriptor = try DescriptorPassing.receive(on: ends[0])
        connection = try RawConnection(descriptor, user: user, passesDescriptors: passesDescriptors)
    }

    /// The caller's process.
    var pid: pid_t { process.pid }

    /// Ends the program; its connection stays.
    func end() {
        shutdown(lifeline.rawValue, Int32(SHUT_RDWR))
        // Not killed: what started the program for us, such as a sandbox, ends behind it and leaves nothing.
        process.collect()
    }

    deinit { end() }
}

extension DialtoneRig {
    /// A program of its own, with a manifest when one is given, that calls.
    ///
    /// - Parameter name: the program's; another name is another program.
    func caller(
        _ name: String, as manifest: AppManifest? = nil, passesDescriptors: Bool = false
    ) async throws -> HeldCaller {
        let program = try await copyCaller(name)
        if var manifest {
            manifest.executable = program
            try install(manifest)
        }
        let socket = bus.socket
        return try await onThread { try HeldCaller([program, socket], passesDescriptors: passesDescriptors) }
    }

    /// A further connection of a program that was copied.
    func anotherCaller(_ name: String) async throws -> HeldCaller {
        let words = [folder.file("bin-\(name)"), bus.socket]
        return try await onThread { try HeldCaller(words) }
    }

    /// Copies the caller to a file of its own, by another program: a file that this one has open to write could not be
    /// run by a child of it.
    func copyCaller(_ name: String) async throws -> String {
        let copy = folder.file("bin-\(name)")
        try await start(["/bin/cp", HeldCaller.program, copy]).end()
        return copy
    }
}

extension PrivateBus {
    /// The path of its socket.
    var socket: String { folder.file("bus") }
}
