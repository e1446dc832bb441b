// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

extension Switchboard {
    /// Carries out a `tel:` or `telephony:` link, always after a prompt that names no app: the daemon sees our link
    /// handler alone. Returns the conversation's identifier.
    ///
    /// There is no calling app to route to yet, so both schemes end as cellular. A link that cannot be dialed now is
    /// refused now and not kept for later.
    /// - Throws: `TelephonyError`; then nothing was dialed.
    package func openLink(_ text: String, by caller: Caller) async throws -> UUID {
        try await audited("link", AuditRing.target(ofLink: text), by: ConsentPrompt.Asker.link.key) { reason in
            try rights(of: caller).control()
            reason = "the person agreed"
            let dial = try TelLink(parsing: text).dial
            guard dial.networkCode == nil else {
                throw TelephonyError(
                    .networkCode,
                    "the link is a network code and not a number; run it with dialtone ussd if you mean it")
            }
            // The lines also know which numbers are emergency numbers, and the question says whether this is one.
            await waitForFirstLines()
            let request = StartRequest(handle: .number(dial.address + dial.postDial))
            let wanted = WantedCall(dial: dial, isEmergency: await isEmergency(request.handle), app: nil)
            return try await begin(wanted, request, .afterConsent, by: caller)
        }
    }
}
