// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import DBus

/// A bus of the newer kind, which keeps a pidfd of each process that connects. Debian 12 has none, so it is played: what
/// a connection says to `org.freedesktop.DBus`, and no more.
private actor PlayedBus {
    let loop = EventLoop()
    let folder: ScratchFolder
    private let listener: FileDescriptor
    private var ends: [Bus] = []
    /// What the connections have asked to be told of.
    private let asked = Mutex<Set<String>>([])

    init() throws {
        loop.start()
        folder = try ScratchFolder()
        listener = FileDescriptor(owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(listener.rawValue, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = folder.file("bus")
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener.rawValue, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, listen(listener.rawValue, 8) == 0 else { throw DBusError(DBusError.failed, "listen") }
    }

    nonisolated var address: BusAddress { .address("unix:path=\(folder.file("bus"))") }

    /// Takes so many connections, one after the other. A descriptor is for all but the first, which takes none.
    func serve(_ count: Int, pid: UInt32, _ process: FileDescriptor? = nil) async throws {
        for number in 0..<count {
            let listener = listener
            let accepted = try await onThread {
                let descriptor = accept(listener.rawValue, nil, nil)
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                return descriptor
            }
            let end = try Bus(.peer(descriptor: accepted, isServer: true), loop: loop)
            var facts: [String: Variant] = ["UnixUserID": .uint32(geteuid()), "ProcessID": .uint32(pid)]
            if number > 0, let process { facts["ProcessFD"] = .descriptor(process) }
            try await end.export(interface(facts), at: "/org/freedesktop/DBus")
            await end.start()
            ends.append(end)
        }
    }

    /// Signals that somebody waits for.
    var rules: Set<String> { asked.withLock(\.self) }

    private func interface(_ credentials: [String: Variant]) -> Interface {
        Interface(
            "org.freedesktop.DBus",
            methods: [
                Method("Hello") { (_: CallContext) in ":1.7" },
                Method("AddMatch") { [self] (_: CallContext, rule: String) in
                    asked.withLock { _ = $0.insert(rule) }
                },
                Method("RemoveMatch") { [self] (_: CallContext, rule: String) in
                    asked.withLock { _ = $0.remove(rule) }
                },
                Method("GetNameOwner") { (_: CallContext, name: String) in name },
                Method("GetConnectionCredentials") { (_: CallContext, _: String) in credentials },
            ])
    }

    func close() async {
        for end in ends { await end.close() }
        loop.stop()
    }
}

@Suite("A bus that keeps a descriptor of each process", .timeLimit(.minutes(10)))
struct ProcessOfBusTests {
    @Test("is believed, and its number not looked up")
    func believed() async throws {
        let bus = try PlayedBus()
        // The number is another process's, the descriptor ours.
        let ours = try #require(PeerCredentials.openProcess(getpid()))
        async let serving: Void = bus.serve(3, pid: 1, ours)
        let client = try Bus(bus.address, loop: bus.loop)
        await client.start()
        try await within { try await client.followArrivals() }
        #expect(await client.handsOutProcesses)
        let credentials = try await within { try await client.credentials(of: ":1.9") }
        let process = try #require(credentials.process)
        let facts = try String(contentsOf: URL(filePath: "/proc/self/fdinfo/\(process.rawValue)"), encoding: .utf8)
        #expect(facts.contains("Pid:\t\(getpid())\n"))
        // Nobody is woken for what else comes to the bus.
        #expect(await bus.rules.isEmpty)
        try await serving
        await client.close()
        await bus.close()
    }

    @Test("is told from one that keeps none")
    func none() async throws {
        let bus = try PlayedBus()
        async let serving: Void = bus.serve(2, pid: UInt32(getpid()))
        let client = try Bus(bus.address, loop: bus.loop)
        await client.start()
        try await within { try await client.followArrivals() }
        #expect(await !client.handsOutProcesses)
        #expect(await bus.rules.count == 1)
        #expect(try await within { try await client.credentials(of: ":1.9") }.process != nil)
        try await serving
        await client.close()
        await bus.close()
    }
}
