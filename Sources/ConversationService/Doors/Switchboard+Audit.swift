// SPDX-License-Identifier: Apache-2.0
package import Telephony

// What `org.dialtone.Audit1` asks for, and the keeping of decisions.
extension Switchboard {
    /// The last decisions, newest first. Throws `TelephonyError`.
    package func auditEntries(for caller: Caller) throws -> [AuditRing.Entry] {
        try roles.rights(of: caller).control()
        return audit.all
    }

    /// Carries out something that is decided about, and keeps how it was decided and why.
    ///
    /// - Parameters:
    ///   - target: as much as may be shown of what was asked for (`AuditRing.target`).
    ///   - reason: why it was allowed, told by the operation itself.
    func audited<Value>(
        _ act: String, _ target: String, by app: String, _ operation: (inout String) async throws -> Value
    ) async throws -> Value {
        var reason = ""
        do {
            let value = try await operation(&reason)
            note(act, target, app, "allowed", reason)
            return value
        } catch {
            let refusal = error as? TelephonyError
            note(act, target, app, refusal?.code.rawValue ?? "Withdrawn", refusal?.message ?? "whoever asked went away")
            throw error
        }
    }

    private func note(_ act: String, _ target: String, _ app: String, _ outcome: String, _ reason: String) {
        audit.add(
            AuditRing.Entry(
                date: commons.time.date, app: app, act: act, target: target, outcome: outcome,
                reason: reason))
    }
}

extension Caller {
    /// Names the caller in the audit.
    var auditName: String {
        switch self {
        case .app(let app): app.bundleIdentifier
        case .unknown(let why): "unknown: \(why)"
        }
    }
}
