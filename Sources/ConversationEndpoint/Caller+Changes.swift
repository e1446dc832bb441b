// SPDX-License-Identifier: Apache-2.0
import Telephony

extension Caller {
    /// Whether it is the app that another caller is, or was, and has all of its entitlements.
    func mayAll(that other: Caller) -> Bool {
        guard let known = other.app else { return true }
        return app?.bundleIdentifier == known.bundleIdentifier && app?.program == known.program
            && app?.entitlements.isSuperset(of: known.entitlements) == true
    }
}
