// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials
import Telephony

// Signals, each to those with the right, one by one.
extension ConversationEndpoint {
    /// Passes on one thing that the switchboard tells; returns the prompt whose screen has yet to be found.
    func relay(_ event: SwitchboardEvent) -> ConsentPrompt? {
        switch event {
        case .services(let services):
            let list = services.map { ServiceInfo($0) }
            send(.services, ContractNames.telephony, "ServicesChanged", list) { (try? $0.listServices()) != nil }
        case .conversation(let snapshot):
            let info = ConversationInfo(snapshot)
            send(.conversations, ContractNames.conversations, "Changed", info) { rights in
                (try? rights.conversations()).map { Switchboard.covers($0, snapshot) } ?? false
            }
        case .history:
            send(.history, ContractNames.history, "Changed", Self.noDetails) { (try? $0.history()) != nil }
        case .roles(let roles): relay(roles)
        case .message(let message): relay(message)
        case .codeEnded(let session): relay(endOf: session)
        case .prompt(.dismiss(let id)): dismiss(id)
        case .prompt(.show(let prompt)): return prompt
        }
        return nil
    }

    /// Where later versions say more.
    static let noDetails: [String: Variant] = [:]

    /// Roles changed: who controls them is told what they are, and who follows the history that it may be closed or open
    /// to them now.
    private func relay(_ roles: [Role: RoleGrant]) {
        send(.roles, ContractNames.roles, "Changed", RoleInfo.list(roles)) { (try? $0.control()) != nil }
        send(.history, ContractNames.history, "Changed", Self.noDetails) { (try? $0.listServices()) != nil }
    }

    /// The network's own words are told by a live right, as numbers are.
    private func relay(_ message: NetworkMessage) {
        let (service, session) = (message.service?.uuidString ?? "", message.session?.uuidString ?? "")
        send(.messages, ContractNames.codes, "Message", service, message.text, session, Self.noDetails) { rights in
            (try? rights.networkMessages()) != nil
        }
    }

    /// The connection that has the session is told, whatever it follows.
    private func relay(endOf session: UUID) {
        guard let name = clients.loseCode(session) else { return }
        tellEnd(of: session, to: name)
    }

    /// A client of its own session, in its order behind the response that named it.
    func tellEnd(of session: UUID, to name: String) {
        let signal = SignalAddress(
            path: ContractNames.path, interface: ContractNames.codes, member: "SessionEnded")
        // A client that is gone or does not read gets nothing; its connection's end is seen elsewhere.
        bus.assumeIsolated { try? $0.emit(signal, session.uuidString, Self.noDetails, to: Self.sender(name)) }
    }

    /// Looks at each client's right in the step in which it is told: nobody hears a live number by a right of before.
    private func send<each Argument: DBusType>(
        _ topic: Topic, _ interface: String, _ member: String, _ arguments: repeat each Argument,
        to isAllowed: (Rights) -> Bool
    ) {
        let signal = SignalAddress(path: ContractNames.path, interface: interface, member: member)
        let names = clients.following(topic).filter { client in isAllowed(step { $0.rights(of: client.caller) }) }
            .map(\.name)
        // A client that is gone or does not read gets nothing; its connection's end is seen elsewhere.
        bus.assumeIsolated { try? $0.emit(signal, repeat each arguments, toEach: names) }
    }
}

extension RoleInfo {
    /// Who holds which role, as the bus carries it.
    static func list(_ roles: [Role: RoleGrant]) -> [RoleInfo] {
        roles.sorted { $0.key.rawValue < $1.key.rawValue }.map { role, grant in
            RoleInfo(
                role: role.rawValue, bundleIdentifier: grant.bundleIdentifier,
                since: grant.grantedAt.timeIntervalSinceReferenceDate)
        }
    }
}

extension ServiceInfo {
    /// A cellular service as the bus carries it.
    init(_ service: CellularService) { self.init(id: service.id.uuidString, label: service.label) }
}

extension ConversationInfo {
    /// A conversation as the bus carries it.
    init(_ snapshot: ConversationSnapshot) {
        self.init(
            id: snapshot.id.uuidString, state: snapshot.phase.state.rawValue, phase: snapshot.phase.rawValue,
            direction: snapshot.direction.rawValue, handles: snapshot.handles,
            service: snapshot.service?.uuidString ?? "",
            app: snapshot.app ?? "", started: snapshot.startedAt.timeIntervalSinceReferenceDate,
            connected: snapshot.connectedAt?.timeIntervalSinceReferenceDate ?? .nan, outcome: snapshot.outcome.name,
            waitingTones: snapshot.waitingTones, details: .details(cause: snapshot.cause))
    }
}
