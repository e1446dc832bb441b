// SPDX-License-Identifier: Apache-2.0

extension NetworkCode {
    /// What it does, in one plain sentence without its stop, for a prompt; never holds a secret.
    package var summary: String {
        switch family {
        case .forwarding(let calls): forwardingSummary(calls)
        case .barring(let calls): barringSummary(calls.name(of: basicService))
        case .callWaiting: switchSummary("call waiting" + (basicService.map { " for \($0.name)" } ?? ""))
        case .callerIdentity(let service): callerIdentitySummary(service)
        case .pinChange(let pin): "Changes the \(pin.name) of the SIM"
        case .pinUnblock(let pin): "Unblocks the SIM with its \(pin.unblockingName) and sets a new \(pin.name)"
        case .imei: "Shows this device's serial number (IMEI)"
        case .password: "Changes the password for call barring"
        case .unstructured: "Sends a code to the network, which alone knows what it does and what it costs"
        }
    }

    private func forwardingSummary(_ calls: ForwardedCalls) -> String {
        let noun = calls.name(of: basicService, after: noReplySeconds)
        return switch action {
        case .register where forwardingNumber != nil: "Forwards \(noun) to \(forwardingNumber ?? "")"
        case .register, .activate, nil: "Turns on forwarding of \(noun)"
        case .deactivate: "Turns off forwarding of \(noun)"
        case .erase: "Turns off forwarding of \(noun) and forgets the number"
        case .interrogate: "Asks the network where it forwards \(noun)"
        }
    }

    private func barringSummary(_ noun: String) -> String {
        switch action {
        case .activate, .register, nil: "Bars \(noun)"
        case .deactivate, .erase: "Stops barring \(noun)"
        case .interrogate: "Asks the network whether it bars \(noun)"
        }
    }

    private func switchSummary(_ noun: String) -> String {
        switch action {
        case .activate, .register, nil: "Turns on \(noun)"
        case .deactivate, .erase: "Turns off \(noun)"
        case .interrogate: "Asks the network whether \(noun) is on"
        }
    }

    private func callerIdentitySummary(_ service: CallerIdentityService) -> String {
        switch (service, action) {
        case (.restriction, .activate), (.restriction, .register): "Hides your number from everyone you call"
        case (.restriction, .deactivate), (.restriction, .erase): "Shows your number to everyone you call"
        default: switchSummary(service.name)
        }
    }
}

extension ForwardedCalls {
    func name(of service: BasicService?, after seconds: Int?) -> String {
        let calls = service?.name ?? "calls"
        return switch self {
        case .unconditional: "all \(calls)"
        case .busy: "\(calls) while you are busy"
        case .noReply: "\(calls) that you do not answer" + (seconds.map { " within \($0) seconds" } ?? "")
        case .notReachable: "\(calls) while you cannot be reached"
        case .all: "all \(calls), in every case,"
        case .allConditional: "\(calls) that you do not take (busy, no answer, not reachable)"
        }
    }
}

extension BarredCalls {
    func name(of service: BasicService?) -> String {
        let calls = service?.name ?? "calls"
        return switch self {
        case .outgoing, .allOutgoing: "all outgoing \(calls)"
        case .outgoingInternational: "outgoing international \(calls)"
        case .outgoingInternationalExceptHome: "outgoing international \(calls) except to your home country"
        case .incoming, .allIncoming: "all incoming \(calls)"
        case .incomingRoaming: "incoming \(calls) while you are abroad"
        case .all: "all incoming and outgoing \(calls)"
        }
    }
}

extension CallerIdentityService {
    var name: String {
        switch self {
        case .presentation: "showing who calls you"
        case .restriction: "hiding your number from those you call"
        case .connectedPresentation: "showing the number you are connected to"
        case .connectedRestriction: "hiding your number from those who call you"
        case .name: "showing the name of who calls you"
        }
    }
}

extension PIN {
    /// As it is called on a screen.
    package var name: String { self == .pin ? "PIN" : "PIN2" }
    /// The code that unblocks it.
    package var unblockingName: String { self == .pin ? "PUK" : "PUK2" }
}
