// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

@testable import DBus

@Suite("The time of a connection")
struct ConnectionTimesTests {
    @Test("is when it came, until it goes")
    func comesAndGoes() {
        var times = ConnectionTimes()
        times.since = .seconds(1)
        times.note(":1.5", isThere: true, at: .seconds(7))
        times.note(":1.6", isThere: true, at: .seconds(8))
        #expect(times.latest(of: ":1.5") == .seconds(7))
        times.note(":1.5", isThere: false, at: .seconds(9))
        #expect(times.latest(of: ":1.5") == .seconds(1))
        #expect(times.latest(of: ":1.6") == .seconds(8))
    }

    @Test("of one that was there before is when we came, and is not known before that")
    func before() {
        var times = ConnectionTimes()
        #expect(times.latest(of: ":1.1") == nil)
        times.since = .seconds(3)
        #expect(times.latest(of: ":1.1") == .seconds(3))
    }

    @Test(
        "is kept by the name as it is, whatever its form",
        arguments: [":1.x", ":2.5", ":1.18446744073709551616", ":", ":1.5.6", ":1.-5"])
    func odd(name: String) {
        var times = ConnectionTimes()
        times.since = .seconds(1)
        times.note(name, isThere: true, at: .seconds(4))
        #expect(times.latest(of: name) == .seconds(4))
        #expect(times.latest(of: ":1.5") == .seconds(1))
    }

    @Test("is not that of a well-known name", arguments: ["", "org.example.App", "1.5"])
    func wellKnown(name: String) {
        var times = ConnectionTimes()
        times.since = .seconds(1)
        times.note(name, isThere: true, at: .seconds(4))
        #expect(times.latest(of: name) == .seconds(1))
    }

    @Test("beyond the limit is taken for early, so that a later process is not taken for its own")
    func limit() {
        var times = ConnectionTimes()
        times.since = .seconds(1)
        for number in 0...ConnectionTimes.maximum { times.note(":1.\(number)", isThere: true, at: .seconds(5)) }
        #expect(times.latest(of: ":1.\(ConnectionTimes.maximum - 1)") == .seconds(5))
        #expect(times.latest(of: ":1.\(ConnectionTimes.maximum)") == .seconds(1))
        times.note(":1.0", isThere: false, at: .seconds(6))
        times.note(":1.200000", isThere: true, at: .seconds(7))
        #expect(times.latest(of: ":1.200000") == .seconds(7))
    }
}

@Suite("The start of a process")
struct ProcessStartTests {
    @Test("is field 22 behind the program's name, whatever that is")
    func parsing() {
        let rest = "S 1 2 3 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 12345 99 99"
        for name in ["a", "a b", ") S 1 2 (", ""] {
            #expect(ProcessStart.time(stat: "77 (\(name)) \(rest)", ticksPerSecond: 100) == .milliseconds(123_450))
        }
        #expect(ProcessStart.time(stat: "77 (a) S 1 2", ticksPerSecond: 100) == nil)
        #expect(ProcessStart.time(stat: "", ticksPerSecond: 100) == nil)
        let late = rest.replacing("12345", with: "\(Int.max)")
        #expect(ProcessStart.time(stat: "77 (a) \(late)", ticksPerSecond: 100) == nil)
    }

    @Test("of this process lies in the past, and that of none is unknown")
    func running() throws {
        let start = try #require(ProcessStart.time(of: getpid()))
        #expect(start > .zero && start < SystemClock.duration(CLOCK_BOOTTIME))
        #expect(ProcessStart.time(of: 0x3fff_ffff) == nil)
    }
}
