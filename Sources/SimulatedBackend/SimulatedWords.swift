// SPDX-License-Identifier: Apache-2.0
import ModemSimulator
import Telephony

// The simulator's words in those of Telephony.

extension Line {
    init(_ modem: SimulatedModem, among all: [SimulatedModem], backend: String) {
        let isAmbiguous = all.contains { $0.id != modem.id && $0.operatorName == modem.operatorName }
        let label = isAmbiguous ? "\(modem.operatorName) (…\(modem.number.suffix(2)))" : modem.operatorName
        self.init(
            key: LineKey(backend: backend, reference: modem.id), iccid: modem.sim == .ready ? modem.iccid : nil,
            label: label, readiness: Readiness(modem), emergency: EmergencyFacts(modem))
    }
}

extension EmergencyFacts {
    init(_ modem: SimulatedModem) {
        self.init(
            simNumbers: modem.sim == .ready ? Set(modem.emergencyNumbers) : [],
            networkCountry: modem.isReachable ? Self.country(of: modem.operatorCode) : nil,
            simCountry: modem.sim == .ready ? Self.country(of: modem.imsi) : nil)
    }
}

extension Line.Readiness {
    init(_ modem: SimulatedModem) {
        self =
            if modem.sim == .absent {
                .noSIM
            } else if let code = modem.sim.wantedCode {
                .locked(code)
            } else {
                modem.coverage ? .ready : .notRegistered
            }
    }
}

extension Call {
    init(_ call: SimulatedCall, id: CallID, backend: String) {
        self.init(
            id: id, line: LineKey(backend: backend, reference: call.modem),
            direction: call.isOutgoing ? .outgoing : .incoming, remote: RemoteParty(call.party),
            state: CallState(call.state), reference: call.reference)
    }
}

extension SimulatedCall {
    /// What the backend calls it.
    var reference: String { "\(modem)/\(id)" }
}

extension [Announcement] {
    /// The call that a dial command began.
    var dialedCall: SimulatedCall? {
        for case .appeared(let call) in self where call.isOutgoing { return call }
        return nil
    }
}

extension RemoteParty {
    init(_ party: SimulatedParty) {
        self.init(
            number: party.number, name: party.presentation == .allowed ? party.name : "",
            presentation: Presentation(rawValue: party.presentation.rawValue) ?? .unknown)
    }
}

extension SimulatedParty {
    init(_ party: RemoteParty) {
        self.init(
            number: party.number, name: party.name,
            presentation: Presentation(rawValue: party.presentation.rawValue) ?? .unknown)
    }
}

extension CallState {
    init(_ state: SimulatedCall.State) {
        self =
            switch state {
            case .active: .active
            case .held: .held
            case .dialing: .dialing
            case .alerting: .alerting
            case .incoming: .incoming
            case .waiting: .waiting
            }
    }
}

extension CallEndReason {
    init(_ ending: SimulatedCall.Ending) {
        self =
            switch ending {
            case .local: .localHangUp
            case .declined: .declined
            case .remote, .rejected: .remoteHangUp
            case .busy: .busy
            case .noAnswer: .noAnswer
            case .refused: .refused("the network refused the call")
            case .lost: .lost
            }
    }
}

extension NetworkCommand {
    init(_ command: SimulationCommand) {
        self =
            switch command {
            case .incoming(let party, let line): .incoming(SimulatedParty(party), modem: line)
            case .alert(let number): .remote(.alert, number: number)
            case .answer(let number): .remote(.answer, number: number)
            case .hangUp(let number): .remote(.hangUp, number: number)
            case .busy(let number): .remote(.busy, number: number)
            case .noAnswer(let number): .remote(.noAnswer, number: number)
            case .reject(let number): .remote(.reject, number: number)
            case .refuse(let number): .remote(.refuse, number: number)
            case .tone(let tone, let number): .remoteTone(tone, number: number)
            case .message(let text, let asks, let line):
                .push(CodeScript(text, outcome: asks ? .wantsAnswer : .done), modem: line)
            case .coverage(let coverage, let line): .coverage(coverage, modem: line)
            case .simPresent(let present, let line): .sim(present ? .ready : .absent, modem: line)
            case .simLocked(let line): .sim(.pinLocked, modem: line)
            case .plug(let line): .plugged(true, modem: line)
            case .unplug(let line): .plugged(false, modem: line)
            }
    }
}

extension TelephonyError {
    init(_ refusal: NetworkRefusal) {
        self =
            switch refusal {
            case .unknownModem:
                .init(
                    .unknownService,
                    "the simulated network has no such modem; scenarios with more are in dialtoned --help (--simulated=two-lines)"
                )
            case .unplugged: .init(.noModem, "the modem is gone; plug it in")
            case .noSIM: .noSIM
            case .simLocked: .simLocked()
            case .wrongCode: .init(.incorrectCode, "the PIN or PUK is wrong; enter the right one")
            case .simBlocked:
                .init(.simLocked, "the SIM takes no code any more; ask the operator for a new one")
            case .sessionOpen:
                .init(.wrongState, "a code is being run on this line; wait until it is over, or cancel it")
            case .noSession: .init(.wrongState, "no code is being run on this line; run one first")
            case .noCoverage: .notRegistered
            case .unknownCall: .init(.unknownConversation, "there is no such call; list the calls and choose one")
            case .wrongState: .init(.wrongState, "the call's state does not allow that; look at the calls first")
            case .lineBusy: .init(.lineBusy, "the line can take no further call; end one first")
            case .invalidNumber:
                .init(.numberInvalid, "not a number that can be dialed; use 0-9, *, # and a leading +")
            case .invalidTone: .init(.invalidArgument, "not a tone; use one of 0-9, *, # and A-D")
            }
    }
}
