// SPDX-License-Identifier: Apache-2.0
package import Telephony

/// What a caller may do, decided from who it is and who holds the roles: a pure function, so that the table of
/// the design can be tested row by row.
package struct Rights: Sendable {
    /// Whose rights they are.
    package let caller: Caller
    /// Who is the default dialer, or why that is not known.
    private let dialer: Result<RoleGrant?, TelephonyError>

    /// The rights of a caller while the roles are held so, or are not known.
    package init(of caller: Caller, roles: Result<[Role: RoleGrant], TelephonyError>) {
        self.caller = caller
        dialer = roles.map { $0[.dialer] }
    }

    /// The rights of a caller while the roles are held so.
    package init(of caller: Caller, roles: [Role: RoleGrant]) { self.init(of: caller, roles: .success(roles)) }

    /// Which conversations or rows a right covers.
    package enum Scope: Hashable, Sendable {
        case everything
        /// Conversations that this app began.
        case ownedBy(String)
    }

    /// How a permitted start goes on.
    package enum Start: Hashable, Sendable {
        case atOnce
        /// The person has to agree first.
        case afterConsent
    }

    /// Acts for the person: our command line and our dialer.
    package var hasControl: Bool { holds(AppIdentity.controlEntitlement) }

    /// Whether it is known to be: while the roles cannot be read nobody is.
    package var isDefaultDialer: Bool { grant != nil }

    /// The caller's grant of the dialer's role.
    private var grant: RoleGrant? {
        guard let app = caller.app, app.holds(AppIdentity.dialingEntitlement),
            let grant = try? dialer.get(), grant.isHeld(by: app)
        else { return nil }
        return grant
    }

    /// How a start goes on. Throws `notEntitled`.
    package func start() throws(TelephonyError) -> Start {
        if hasControl || isDefaultDialer { return .atOnce }
        guard holds(AppIdentity.dialingEntitlement) else { throw notEntitled }
        return .afterConsent
    }

    /// Why a start may go on, for the audit.
    package func reason(for start: Start) -> String {
        switch start {
        case .afterConsent: "the person agreed"
        case .atOnce: hasControl ? "acts for the person" : "is the default dialer"
        }
    }

    /// Throws `notEntitled` for an app that may not see what can dial.
    package func listServices() throws(TelephonyError) {
        guard hasControl || holds(AppIdentity.dialingEntitlement) else { throw notEntitled }
    }

    /// Which conversations it may see and control. Throws `unknownApp`.
    package func conversations() throws(TelephonyError) -> Scope {
        if hasControl { return .everything }
        guard let app = caller.app else { throw unknownApp }
        return .ownedBy(app.bundleIdentifier)
    }

    /// The sequence number after which rows may be read.
    package func history() throws(TelephonyError) -> Int64 {
        if hasControl { return 0 }
        guard holds(AppIdentity.dialingEntitlement) else { throw notEntitled }
        _ = try dialer.get()
        guard let grant else {
            throw TelephonyError(
                .notDefaultDialer,
                "only the default dialer app reads the history; ask the person to choose this app as the default dialer"
            )
        }
        return grant.sinceSequence
    }

    /// Seeing what the network says by itself, and answering what it asks.
    package func networkMessages() throws(TelephonyError) {
        if try start() == .atOnce { return }
        _ = try dialer.get()
        throw TelephonyError(
            .notDefaultDialer,
            "only the default dialer app gets the network's messages; ask the person to choose this app as the default "
                + "dialer")
    }

    /// Showing prompts to the person and answering for them.
    package func showPrompts() throws(TelephonyError) {
        guard holds(AppIdentity.systemUIEntitlement) else {
            throw TelephonyError(
                .notAllowed,
                "only the system's own screens show prompts (entitlement \(AppIdentity.systemUIEntitlement))")
        }
    }

    /// Settings, roles, apps, status and simulation.
    package func control() throws(TelephonyError) {
        guard hasControl else {
            guard caller.app != nil else { throw unknownApp }
            throw TelephonyError(
                .notAllowed,
                "this needs the entitlement \(AppIdentity.controlEntitlement); use the dialtone command or the settings"
            )
        }
    }

    private func holds(_ entitlement: String) -> Bool { caller.app?.holds(entitlement) ?? false }

    private var notEntitled: TelephonyError {
        guard caller.app != nil else { return unknownApp }
        return TelephonyError(
            .notEntitled,
            "the app lacks the entitlement \(AppIdentity.dialingEntitlement); add it to the app's .entitlements file")
    }

    private var unknownApp: TelephonyError {
        guard case .unknown(let why) = caller else {
            return TelephonyError(.unknownApp, "the calling program has no manifest")
        }
        return TelephonyError(.unknownApp, "the calling program is no app: \(why)")
    }
}
