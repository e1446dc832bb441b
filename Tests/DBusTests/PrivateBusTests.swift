// SPDX-License-Identifier: Apache-2.0
import DBus
import Glibc
import TestSupport
import Testing

@Suite("On a real bus", .enabled(if: PrivateBus.program != nil), .timeLimit(.minutes(10)))
struct PrivateBusTests {
    static let name = "org.dialtone.Test"

    @Test("Names are owned once, and their owners are followed")
    func names() async throws {
        try await BusFixture.run { fixture in
            let one = try await fixture.connect()
            let two = try await fixture.connect()
            let owners = try await two.nameOwners(of: Self.name)
            var seen = owners.makeAsyncIterator()
            #expect(await seen.next() == .some(nil))
            #expect(try await two.owner(of: Self.name) == nil)
            try await one.requestName(Self.name)
            #expect(await seen.next() == (await one.uniqueName))
            #expect(try await two.owner(of: Self.name) == (await one.uniqueName))
            let error = await #expect(throws: DBusError.self) { try await two.requestName(Self.name) }
            #expect(error?.name == DBusError.addressInUse)
            await one.close()
            #expect(await seen.next() == .some(nil))
            await two.close()
            #expect(await seen.next() == nil)
        }
    }

    @Test("What is done for a connection is cancelled when that goes, and only then")
    func presence() async throws {
        try await BusFixture.run { fixture in
            let one = try await fixture.connect()
            let two = try await fixture.connect()
            let name = await one.uniqueName
            #expect(try await two.whileConnected(name) { 7 } == 7)
            #expect(try await two.whileConnected(nil) { 7 } == 7)
            let gate = Gate()
            let task = Task {
                try await two.whileConnected(name) {
                    await gate.pass()
                    try await two.loop.sleep(until: two.loop.uptime + .seconds(3_600))
                    return 7
                }
            }
            await gate.waitForArrivals(1)
            await gate.open()
            await one.close()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("A caller is known by what the bus tells of its connection")
    func credentials() async throws {
        try await BusFixture.run { fixture in
            let one = try await fixture.connect()
            let two = try await fixture.connect()
            let name = try #require(await one.uniqueName)
            let credentials = try await two.credentials(of: name)
            #expect(credentials.pid == getpid())
            #expect(credentials.uid == getuid())
            #expect(credentials.process != nil)
            await one.close()
            let owners = try await two.nameOwners(of: name)
            _ = try await first(of: owners) { $0 == nil }
            let error = await #expect(throws: DBusError.self) { try await two.credentials(of: name) }
            #expect(error?.name == DBusError.nameHasNoOwner)
        }
    }

    @Test("Signals count only from the owner of the name that was asked for")
    func forgedSignals() async throws {
        try await BusFixture.run { fixture in
            let service = try await fixture.connect()
            let client = try await fixture.connect()
            let forger = try await fixture.connect()
            try await service.requestName(Self.name)
            let stream = try await client.signals(SignalMatch(sender: Self.name, member: "Changed"))
            let me = await client.uniqueName
            try await forger.emit(SignalTests.changed, "forged", to: me)
            try await forger.ping(deadline: second)
            try await service.emit(SignalTests.changed, "true", to: me)
            try await service.emit(SignalTests.changed, "all")
            var seen = stream.makeAsyncIterator()
            #expect(await seen.next()?.body == ["true"])
            #expect(await seen.next()?.body == ["all"])
        }
    }

    @Test("Signals arrive whoever owns the name, also if it comes later")
    func lateOwner() async throws {
        try await BusFixture.run { fixture in
            let client = try await fixture.connect()
            let stream = try await client.signals(SignalMatch(sender: Self.name, path: testPath, member: "Changed"))
            let service = try await fixture.connect()
            try await service.requestName(Self.name)
            try await service.emit(SignalTests.changed, "late")
            #expect(try await first(of: stream)?.body == ["late"])
        }
    }

    @Test("A signal to one connection reaches no other")
    func unicast() async throws {
        try await BusFixture.run { fixture in
            let service = try await fixture.connect()
            let one = try await fixture.connect()
            let two = try await fixture.connect()
            let match = SignalMatch(member: "Changed")
            let first = try await one.signals(match)
            let second = try await two.signals(match)
            try await service.emit(SignalTests.changed, "private", to: await one.uniqueName)
            try await service.emit(SignalTests.changed, "public")
            var firstSeen = first.makeAsyncIterator()
            var secondSeen = second.makeAsyncIterator()
            #expect(await firstSeen.next()?.body == ["private"])
            #expect(await secondSeen.next()?.body == ["public"])
        }
    }

    @Test("A name without a service is unknown; one with a service file is started")
    func activation() async throws {
        try await BusFixture.run { fixture in
            let bus = try await fixture.connect()
            var call = method("None")
            call.destination = "org.dialtone.Nobody"
            let unknown = await #expect(throws: DBusError.self) { try await bus.call(call, deadline: second) }
            #expect(unknown?.name == DBusError.serviceUnknown)
            let marker = fixture.daemon.folder.file("started")
            try fixture.daemon.addService("org.dialtone.Failing", command: "/bin/sh -c \"touch \(marker); exit 3\"")
            try await bus.reloadConfiguration()
            call.destination = "org.dialtone.Failing"
            let quiet = await #expect(throws: DBusError.self) {
                try await bus.call(call, deadline: second, autoStart: false)
            }
            #expect(quiet?.name == DBusError.nameHasNoOwner)
            #expect(access(marker, F_OK) != 0)
            let failed = await #expect(throws: DBusError.self) { try await bus.call(call, deadline: second) }
            #expect(failed?.name.hasPrefix("org.freedesktop.DBus.Error.Spawn") == true)
            #expect(access(marker, F_OK) == 0)
        }
    }

    @Test("When the daemon is killed in the middle of a call, everything ends")
    func killed() async throws {
        try await BusFixture.run { fixture in
            let gate = Gate()
            let service = try await fixture.connect()
            try await service.export(EndingTests.waiting(gate), at: testPath)
            try await service.requestName(Self.name)
            let client = try await fixture.connect()
            let signals = try await client.signals(SignalMatch(sender: Self.name))
            let owners = try await client.nameOwners(of: Self.name)
            var call = method("Wait")
            call.destination = Self.name
            async let waiting: Void = client.call(call, deadline: .seconds(60))
            await gate.waitForArrivals(1)
            fixture.daemon.kill()
            do {
                try await waiting
                Issue.record("answered without an answer")
            } catch let error as DBusError {
                #expect(error.name == DBusError.disconnected)
            }
            for await _ in signals {}
            for await _ in owners {}
            await client.waitUntilClosed()
            await service.waitUntilClosed()
            await gate.open()
        }
    }

    @Test("Where no bus is, connecting says so")
    func nowhere() throws {
        let error = #expect(throws: DBusError.self) {
            try Bus(.address("unix:path=/nonexistent/bus"), loop: EventLoop())
        }
        #expect(error?.name == DBusError.noServer)
    }
}

extension Bus {
    /// Makes the daemon see service files that were written after its start.
    fileprivate func reloadConfiguration() async throws {
        try await call(
            MethodAddress(
                destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                member: "ReloadConfig"),
            deadline: second)
    }
}
