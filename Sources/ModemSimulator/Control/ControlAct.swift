// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// What a line on the control socket asks for.
enum ControlAct: Hashable, Sendable {
    case network(NetworkCommand)
    case fault(Fault)
    case heal(String?)
    case latency(Duration, command: String?)
    case drop(String?)
    case dump
    case tail

    /// Reads a line; throws `ControlError` with what is wrong with it.
    init(line: String) throws {
        let request: ControlRequest
        do {
            request = try JSONDecoder().decode(ControlRequest.self, from: Data(line.utf8))
        } catch {
            throw ControlError("not a request: \(error)")
        }
        self = try Self.act(request)
    }

    private static func act(_ request: ControlRequest) throws -> ControlAct {
        switch request.act {
        case "fail":
            .fault(
                Fault(
                    command: try request.need(\.command, "command"), final: try request.need(\.final, "final"),
                    times: request.times, obeyed: request.obeyed))
        case "mute": .fault(Fault(command: try request.need(\.command, "command"), final: nil, times: request.times))
        case "heal": .heal(request.command)
        case "latency": .latency(try request.latency(), command: request.command?.uppercased())
        case "drop": .drop(request.line)
        case "dump": .dump
        case "tail": .tail
        default: .network(try command(request))
        }
    }

    private static func command(_ request: ControlRequest) throws -> NetworkCommand {
        switch request.act {
        case "incoming": return .incoming(request.party, modem: request.line)
        case "tone": return .remoteTone(try request.oneTone(), number: request.number)
        case "coverage": return .coverage(try request.need(\.on, "on"), modem: request.line)
        case "sim": return .sim(try request.need(\.state, "state"), modem: request.line)
        case "ussd": return .push(try request.question(), modem: request.line)
        case "reply-code": return .replyCode(modem: request.line)
        case "end-code": return .endCode(modem: request.line)
        case "plug": return .plugged(true, modem: request.line)
        case "unplug": return .plugged(false, modem: request.line)
        case "hangup" where request.silent == true: return .remote(.hangUpSilently, number: request.number)
        default:
            guard let act = RemoteAct(rawValue: request.act) else { throw ControlError("unknown: \(request.act)") }
            return .remote(act, number: request.number)
        }
    }
}

extension ControlRequest {
    var party: SimulatedParty {
        SimulatedParty(
            number: from ?? "", name: name ?? "", presentation: presentation ?? (from == nil ? .restricted : .allowed))
    }

    func need<Value>(_ field: KeyPath<ControlRequest, Value?>, _ name: String) throws -> Value {
        guard let value = self[keyPath: field] else { throw ControlError("\(act) needs \"\(name)\"") }
        return value
    }

    /// What the network says by itself.
    func question() throws -> CodeScript {
        let asks = asks ?? (answers != nil)
        return CodeScript(try need(\.text, "text"), answers: answers ?? [:], outcome: asks ? .wantsAnswer : .done)
    }

    func latency() throws -> Duration {
        let seconds = try need(\.seconds, "seconds")
        guard (0...Scenario.maximumDelay).contains(seconds) else { throw ControlError("no such latency") }
        return .seconds(seconds)
    }

    func oneTone() throws -> Character {
        let tone = try need(\.tone, "tone")
        guard let first = tone.first, tone.count == 1 else { throw ControlError("one tone at a time") }
        return first
    }
}
