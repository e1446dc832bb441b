// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// What the control socket answers to a line.
struct ControlReply: Encodable, Sendable {
    var ok = true
    var error: String?
    var modems: [ModemState]?
    var calls: [CallState]?
    var faults: [Fault]?
    /// AT commands that no answer was known to.
    var unknown: [String]?

    /// A modem in a dump.
    struct ModemState: Encodable, Sendable {
        var id: String
        var number: String
        var sim: SIMState
        var coverage: Bool
        var plugged: Bool
        var callWaiting: Bool
        /// Whether a code is being run.
        var code: Bool
        var ports: Int
    }

    /// A call in a dump.
    struct CallState: Encodable, Sendable {
        var modem: String
        var index: Int
        var direction: String
        var number: String
        var state: String
        var multiparty: Bool
    }

    static func failure(_ message: String) -> ControlReply { ControlReply(ok: false, error: message) }

    static func dump(_ face: ATFace) -> ControlReply {
        let network = face.network
        return ControlReply(
            modems: network.modems.map { modem in
                ModemState(
                    id: modem.id, number: modem.number, sim: modem.sim, coverage: modem.coverage,
                    plugged: modem.plugged, callWaiting: modem.callWaiting, code: network.runsCode(on: modem.id),
                    ports: face.ports.values.count { $0.modem == modem.id })
            },
            calls: network.calls.map { call in
                CallState(
                    modem: call.modem, index: call.index, direction: call.isOutgoing ? "outgoing" : "incoming",
                    number: call.party.number, state: "\(call.state)", multiparty: call.isMultiparty)
            },
            faults: network.faults, unknown: face.unknownCommands)
    }
}

/// One line of the tail: what went over a port, and when.
struct TraceLine: Encodable, Sendable {
    /// CLOCK_MONOTONIC, microseconds.
    var time: Int64
    var modem: String
    /// "host" when the host wrote it, "modem" when the modem did.
    var from: String
    var text: String
}

extension Encodable {
    /// As one line of JSON, with its end.
    var jsonLine: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(self)) ?? Data(#"{"ok":false}"#.utf8)
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
