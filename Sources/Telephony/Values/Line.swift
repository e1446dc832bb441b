// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials

/// Where a backend knows a line: the backend's name and a reference that only the backend reads.
package struct LineKey: Hashable, Sendable {
    /// The backend's name.
    package var backend: String
    /// What the backend calls the line.
    package var reference: String

    package init(backend: String, reference: String) {
        self.backend = backend
        self.reference = reference
    }
}

/// What can dial: one SIM in one modem (Apple: cellular service).
package struct Line: Hashable, Sendable {
    /// Whether a call can be started on the line now, and if not, why.
    package enum Readiness: Hashable, Sendable {
        case ready
        /// The modem is being enabled or registers; it may become ready by itself.
        case starting
        case noSIM
        /// The SIM wants a code, named as in 3GPP TS 27.007 +CPIN ("SIM PIN", "SIM PUK", …).
        case locked(String)
        case notRegistered
        /// Registered for emergency calls alone.
        case emergencyOnly
        /// The person switched the modem off; nothing but an emergency switches it on.
        case switchedOff
        case failed(String)
    }

    /// What tells it from all others.
    package var key: LineKey
    /// The SIM's ICCID (ITU-T E.118); nil when there is no readable SIM. Never leaves the daemon, never logged.
    package var iccid: String?
    /// What a person recognises: the operator, with the own number's last digits when there are two alike.
    package var label: String
    /// Whether it can dial, and why not.
    package var readiness: Readiness
    /// What its SIM and its network say about emergency numbers.
    package var emergency: EmergencyFacts

    package init(
        key: LineKey, iccid: String?, label: String, readiness: Readiness, emergency: EmergencyFacts = EmergencyFacts()
    ) {
        self.key = key
        self.iccid = iccid
        self.label = label
        self.readiness = readiness
        self.emergency = emergency
    }
}

/// A line as apps see it (Apple: `CellularService`): an identifier that survives re-plugging, and a label.
package struct CellularService: Hashable, Sendable {
    package var id: UUID
    /// What a person recognises it by.
    package var label: String

    package init(id: UUID, label: String) {
        self.id = id
        self.label = label
    }
}
