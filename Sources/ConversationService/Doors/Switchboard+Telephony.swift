// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

// What `org.dialtone.Telephony1` asks for.
extension Switchboard {
    /// The cellular services, for an app that may dial. Throws `TelephonyError`.
    package func services(for caller: Caller) async throws -> [CellularService] {
        try roles.rights(of: caller).listServices()
        await lines.waitForFirst()
        await lines.waitForIdentifiers()
        return lines.book.services
    }

    /// Starts a cellular conversation and returns its identifier once the modem daemon took the call.
    ///
    /// An app that is not the default dialer waits for the person's consent first, and anybody for their choice among
    /// several lines; equal requests of one app wait together and become one call.
    /// - Throws: `TelephonyError`; then nothing was dialed, or the row says that it failed.
    package func startConversation(_ request: StartRequest, by caller: Caller) async throws -> UUID {
        try await audited("start", AuditRing.target(of: request.handle.value), by: caller.auditName) { reason in
            try await starter.start(request, by: caller, &reason)
        }
    }

    /// Carries out a `tel:` or `telephony:` link, always after a prompt; returns the conversation's identifier.
    ///
    /// - Parameter objection: what of the caller's wishes cannot be obeyed; an emergency call is made all the same.
    /// - Throws: `TelephonyError`; then nothing was dialed.
    package func openLink(
        _ text: String, unless objection: TelephonyError? = nil, by caller: Caller
    ) async throws -> UUID {
        try await audited("link", AuditRing.target(ofLink: text), by: ConsentPrompt.Asker.link.key) { reason in
            try roles.rights(of: caller).control()
            reason = "the person agreed"
            return try await starter.open(text, unless: objection, by: caller)
        }
    }

    /// Whether a text that is to be dialed is an emergency number on any line there is.
    package func isEmergencyNumber(_ text: String) async -> Bool {
        guard let dial = try? DialString(parsing: text) else { return false }
        return await emergency.isEmergency(dial)
    }

    /// How many callers wait for the person's answer to a start.
    package var waitersForConsent: Int { starter.waiterCount }
}
