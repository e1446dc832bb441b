// SPDX-License-Identifier: Apache-2.0
package import DBus
import Synchronization

/// Polkit, as far as ModemManager asks it: allows every action that is not denied by the test.
package final class PolkitStub: Sendable {
    private struct Subject: DBusStruct {
        var kind: String
        var details: [String: Variant]
        static let layout = StructLayout(Subject.init(kind:details:)) { ($0.kind, $0.details) }
    }

    private struct Answer: DBusStruct {
        var isAuthorized: Bool
        var isChallenge: Bool
        var details: [String: String]
        static let layout = StructLayout(Answer.init(isAuthorized:isChallenge:details:)) {
            ($0.isAuthorized, $0.isChallenge, $0.details)
        }
    }

    private let denied = Mutex<Set<String>>([])

    /// Denies an action from now on, or allows it again.
    package func deny(_ action: String, _ isDenied: Bool = true) {
        denied.withLock { denied in
            if isDenied { denied.insert(action) } else { denied.remove(action) }
        }
    }

    /// Serves as polkit on a bus.
    package func export(on bus: isolated Bus) throws {
        let check = Method(
            "CheckAuthorization", arguments: ["subject", "action_id", "details", "flags", "cancellation_id"],
            results: ["result"]
        ) {
            (_: CallContext, _: Subject, action: String, _: [String: String], _: UInt32, _: String)
                async throws -> Answer in
            Answer(isAuthorized: !self.denied.withLock { $0.contains(action) }, isChallenge: false, details: [:])
        }
        try bus.export(
            Interface(
                "org.freedesktop.PolicyKit1.Authority", methods: [check],
                properties: [
                    Property("BackendName", .constant) { "stub" }, Property("BackendVersion", .constant) { "1" },
                    Property("BackendFeatures", .constant) { UInt32(0) },
                ]),
            at: "/org/freedesktop/PolicyKit1/Authority")
    }
}
