// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DBus

@Suite("The number of requests")
struct RequestQuotaTests {
    @Test("is bounded for a caller, and ended ones make room")
    func caller() throws {
        var quota = RequestQuota()
        let tickets = try (0..<Requests.maximumPerSender).map { _ in try quota.begin(":1.1", "a") }
        #expect(throws: DBusError.self) { try quota.begin(":1.1", "a") }
        _ = try quota.begin(":1.2", "a")
        quota.close(tickets[0])
        _ = try quota.begin(":1.1", "a")
    }

    @Test("is bounded for an account, however many callers are on it, until the work has ended")
    func account() throws {
        var quota = RequestQuota()
        let tickets = try (0..<Requests.maximumPerAccount).map { try quota.begin(":1.\($0)", "a") }
        #expect(throws: DBusError.self) { try quota.begin(":1.999", "a") }
        _ = try quota.begin(":1.999", "b")
        quota.close(tickets[0])
        #expect(throws: DBusError.self) { try quota.begin(":1.999", "a") }
        _ = quota.end(tickets[0])
        _ = try quota.begin(":1.999", "a")
    }

    @Test("is bounded in all, but each account has one")
    func all() throws {
        var quota = RequestQuota()
        for number in 0..<Requests.maximum {
            _ = try quota.begin(":1.\(number)", "\(number / Requests.maximumPerAccount)")
        }
        _ = try quota.begin(":1.999", "late")
        #expect(throws: DBusError.self) { try quota.begin(":1.999", "late") }
    }

    @Test("does not stop an urgent one, which has a bound of its own")
    func urgent() throws {
        var quota = RequestQuota()
        for number in 0..<Requests.maximumPerAccount { _ = try quota.begin(":1.\(number)", "a") }
        #expect(throws: DBusError.self) { try quota.begin(":1.999", "a") }
        let urgent = try (0..<Requests.maximumUrgentPerAccount).map { _ in try quota.beginUrgent("a") }
        #expect(throws: DBusError.self) { try quota.beginUrgent("a") }
        _ = try quota.beginUrgent("b")
        quota.close(urgent[0])
        #expect(throws: DBusError.self) { try quota.beginUrgent("a") }
        _ = quota.end(urgent[0])
        _ = try quota.beginUrgent("a")
    }

    @Test("is told, the most of it, when the last has ended")
    func peak() throws {
        var quota = RequestQuota()
        let tickets = try (0..<3).map { try quota.begin(":1.\($0)", "a") }
        #expect(quota.end(tickets[0]) == nil)
        #expect(quota.end(tickets[2]) == nil)
        #expect(quota.end(tickets[1]) == 3)
        let later = try quota.begin(":1.1", "a")
        #expect(quota.end(later) == 1)
    }
}

@Suite("Exported objects")
struct SharedTableTests {
    @Test("of one interface share what sd-bus knows of it")
    func shared() throws {
        let interface = RequestObject.interface("org.example.Request") { _ in }
        let copy = interface
        #expect(interface.table === copy.table)
    }
}
