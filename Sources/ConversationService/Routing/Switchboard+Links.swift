// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

extension Switchboard {
    /// Carries out a `tel:` or `telephony:` link, always after a prompt that names no app: the daemon sees our link
    /// handler alone. Returns the conversation's identifier.
    ///
    /// There is no calling app to route to yet, so both schemes end as cellular. A link that cannot be dialed now is
    /// refused now and not kept for later.
    /// - Parameter objection: what of the caller's wishes cannot be obeyed; an emergency call is made all the same.
    /// - Throws: `TelephonyError`; then nothing was dialed.
    package func openLink(_ text: String, unless objection: TelephonyError? = nil, by caller: Caller) async throws
        -> UUID
    {
        try await audited("link", AuditRing.target(ofLink: text), by: ConsentPrompt.Asker.link.key) { reason in
            try rights(of: caller).control()
            reason = "the person agreed"
            let dial = try TelLink(parsing: text).dial
            guard dial.networkCode == nil else {
                throw TelephonyError(
                    .networkCode,
                    "the link is a network code and not a number; run it with dialtone ussd if you mean it")
            }
            let request = StartRequest(handle: .number(dial.address + dial.postDial), objection: objection)
            return try await begin(await wantedCall(dial, for: nil), request, .afterConsent, by: caller)
        }
    }
}
