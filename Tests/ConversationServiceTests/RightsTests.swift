// SPDX-License-Identifier: Apache-2.0
import ConversationService
import FoundationEssentials
import Telephony
import TestSupport
import Testing

/// The table of the design, method by method × kind of caller.
@Suite("Rights")
struct RightsTests {
    static let granted = RoleGrant(
        bundleIdentifier: AppIdentity.dialer.bundleIdentifier, sinceSequence: 7, grantedAt: .distantPast)

    /// Kind of caller, then: start, services, own conversations, every conversation, history, messages
    /// of the network, control.
    /// `y` allowed, `c` allowed after consent, else the first letters of the error.
    static let table: [(String, Caller, String)] = [
        ("default dialer", .app(.dialer), "y y y n y y NotAllowed"),
        ("entitled, not chosen", .app(.otherDialer), "c y y n NotDefaultDialer NotDefaultDialer NotAllowed"),
        ("calling app", .app(.callingApp), "NotEntitled NotEntitled y n NotEntitled NotEntitled NotAllowed"),
        ("app without entitlement", .app(.plain), "NotEntitled NotEntitled y n NotEntitled NotEntitled NotAllowed"),
        ("control", .app(.control), "y y y y y y y"),
        ("no manifest", .unknown("none"), "UnknownApp UnknownApp UnknownApp n UnknownApp UnknownApp UnknownApp"),
    ]

    @Test(arguments: table)
    func `are as the design says`(_ kind: String, _ caller: Caller, _ row: String) {
        let rights = Rights(of: caller, roles: [.dialer: Self.granted])
        let isEverything = (try? rights.conversations()) == .everything
        let cells = [
            cell { try rights.start() == .atOnce ? "y" : "c" },
            cell {
                try rights.listServices(); return "y"
            },
            cell {
                _ = try rights.conversations(); return "y"
            }, isEverything ? "y" : "n",
            cell {
                _ = try rights.history(); return "y"
            },
            cell {
                try rights.networkMessages(); return "y"
            },
            cell {
                try rights.control(); return "y"
            },
        ]
        #expect(cells.joined(separator: " ") == row, "\(kind)")
    }

    private func cell(_ ask: () throws -> String) -> String {
        do { return try ask() } catch { return (error as? TelephonyError)?.code.rawValue ?? "\(error)" }
    }

    @Test func `to history begin with the role, and control sees all`() throws {
        #expect(try Rights(of: .app(.dialer), roles: [.dialer: Self.granted]).history() == 7)
        #expect(try Rights(of: .app(.control), roles: [.dialer: Self.granted]).history() == 0)
    }

    @Test func `of the default dialer end with its entitlement`() {
        var stripped = AppIdentity.dialer
        stripped.entitlements = []
        #expect(!Rights(of: .app(stripped), roles: [.dialer: Self.granted]).isDefaultDialer)
    }

    @Test(arguments: [
        (Role.dialer, AppIdentity.dialer, true), (.dialer, .plain, false), (.dialer, .callingApp, false),
        (.dialer, .control, false),
        (.calling, .callingApp, true), (.calling, .dialer, false), (.calling, .control, false),
    ])
    func `to a role need its entitlement`(_ role: Role, _ app: AppIdentity, _ qualifies: Bool) {
        #expect(((try? role.requireQualification(of: app)) != nil) == qualifies)
    }

    @Test func `to the calling role need the voip background mode`() {
        var app = AppIdentity.callingApp
        app.backgroundModes = []
        #expect(throws: TelephonyError.self) { try Role.calling.requireQualification(of: app) }
    }
}
