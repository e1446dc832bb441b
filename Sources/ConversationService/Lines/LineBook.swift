// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

/// The lines of all backends, the services that apps see them as, and the choice of one for a call.
package struct LineBook: Sendable {
    private var lines: [String: [Line]] = [:]
    private var identifiers: [String: UUID] = [:]
    private var outages: [String: String] = [:]

    package init() {}

    /// Replaces what a backend reported before.
    package mutating func replace(_ reported: [Line], of backend: String) { lines[backend] = reported }

    /// Why a backend cannot be used, or nil when it can.
    package mutating func setOutage(_ reason: String?, of backend: String) { outages[backend] = reason }

    /// Whether a SIM's service identifier is known.
    package func isIdentified(_ iccid: String) -> Bool { identifiers[iccid] != nil }

    /// Remembers the service identifier of a SIM.
    package mutating func identify(iccid: String, as id: UUID) { identifiers[iccid] = id }

    /// Every line, in the order of the backends.
    package var all: [Line] { lines.sorted { $0.key < $1.key }.flatMap(\.value) }

    /// What apps may name: one service a readable SIM.
    package var services: [CellularService] {
        all.compactMap { line in service(of: line.key).map { CellularService(id: $0, label: line.label) } }
    }

    /// The cellular service of a line; nil when it has none.
    package func service(of key: LineKey) -> UUID? {
        lines[key.backend]?.first { $0.key == key }?.iccid.flatMap { identifiers[$0] }
    }

    /// The line of a cellular service; nil when it is not there.
    package func line(of service: UUID) -> Line? { all.first { self.service(of: $0.key) == service } }

    /// Names of backends with the reason why each cannot be used.
    package var unavailableBackends: [String: String] { outages }

    /// The line a call takes (design: routing, ways 2 and 4).
    ///
    /// - Parameters:
    ///   - named: taken or refused, never replaced.
    ///   - preferred: the first that decides does.
    package func choose(named: UUID?, preferred: [LinePreference]) throws(TelephonyError) -> LineChoice {
        if let named { return .line(try requireReady(line(of: named))) }
        let ready = all.filter { $0.readiness == .ready }
        guard !ready.isEmpty else { throw refusal }
        for preference in preferred {
            switch preference {
            case .ifReady(let service), .always(let service):
                if let line = line(of: service), line.readiness == .ready { return .line(line) }
                // The person is asked, also when one line is left: it is not the one that they meant.
                if case .always = preference { return .among(ready) }
            case .unknown: return try choice(among: ready)
            }
        }
        return try choice(among: ready)
    }

    /// The line for what needs no network: codes of the SIM, and the device's own.
    ///
    /// - Parameter prefersLocked: a line whose SIM is locked comes first.
    package func chooseAny(named: UUID?, prefersLocked: Bool) throws(TelephonyError) -> LineChoice {
        if let named {
            if let line = line(of: named) { return .line(line) }
            throw TelephonyError(.unknownService, "the named cellular service is not there; read the services again")
        }
        let locked = all.filter { if case .locked = $0.readiness { prefersLocked } else { false } }
        let candidates = locked.isEmpty ? all.filter { $0.readiness != .noSIM } : locked
        return try choice(among: candidates.isEmpty ? Array(all.prefix(1)) : candidates)
    }

    private func choice(among candidates: [Line]) throws(TelephonyError) -> LineChoice {
        guard let first = candidates.first else { throw refusal }
        return candidates.count == 1 ? .line(first) : .among(candidates)
    }

    private func requireReady(_ line: Line?) throws(TelephonyError) -> Line {
        guard let line else {
            throw TelephonyError(.unknownService, "the named cellular service is not there; read the services again")
        }
        if let refusal = refusal(of: line) { throw refusal }
        return line
    }

    /// Why a line cannot dial, with its name where there are several; nil when it can.
    private func refusal(of line: Line) -> TelephonyError? {
        guard var refusal = line.readiness.refusal else { return nil }
        if all.count > 1 { refusal.message = "\(line.label): \(refusal.message)" }
        return refusal
    }

    /// Why no line at all can dial: the line that is nearest to it speaks for the rest.
    private var refusal: TelephonyError {
        let nearest = all.min { $0.readiness.distance < $1.readiness.distance }
        if let best = nearest.flatMap(refusal(of:)) { return best }
        if let outage = outages.sorted(by: { $0.key < $1.key }).first?.value {
            return TelephonyError(.modemServiceUnavailable, outage)
        }
        return TelephonyError(.noModem, "there is no modem that can make calls; plug one in or check mmcli -L")
    }
}

extension Line.Readiness {
    /// How much has to happen until it can dial: nothing, time, a better place, the person's act, another SIM, a repair.
    fileprivate var distance: Int {
        switch self {
        case .ready: 0
        case .starting: 1
        case .notRegistered: 2
        case .emergencyOnly: 3
        case .locked: 4
        case .switchedOff: 5
        case .noSIM: 6
        case .failed: 7
        }
    }
}
