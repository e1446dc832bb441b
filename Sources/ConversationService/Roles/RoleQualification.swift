// SPDX-License-Identifier: Apache-2.0
package import Telephony

extension Role {
    /// Whether an app may hold this role at all; throws `doesNotQualify` with the reason (Apple: default dialer and
    /// default calling app articles).
    package func requireQualification(of app: AppIdentity) throws(TelephonyError) {
        let needed = self == .dialer ? AppIdentity.dialingEntitlement : AppIdentity.callingEntitlement
        guard !app.holds(AppIdentity.controlEntitlement) else {
            throw TelephonyError(.doesNotQualify, "a program that controls every conversation cannot hold a role")
        }
        guard app.holds(needed) else {
            throw TelephonyError(.doesNotQualify, "the app lacks the entitlement \(needed)")
        }
        guard self == .dialer || app.backgroundModes.contains("voip") else {
            throw TelephonyError(.doesNotQualify, "the app does not list voip in UIBackgroundModes")
        }
    }
}
