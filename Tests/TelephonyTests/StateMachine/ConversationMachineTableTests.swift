// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Telephony

/// Every phase × every event: `-` stays, `!` stays and refuses, else the next phase.
@Suite("A conversation's phase after every event in every phase")
struct ConversationMachineTableTests {
    static let columns: [ConversationEvent] = [
        .dialTaken, .dialFailed(.unknown), .call(.dialing), .call(.alerting), .call(.incoming), .call(.waiting),
        .call(.active), .call(.held), .call(.ended(.unknown)), .answerRequested, .answerFailed, .endRequested,
        .endTaken, .endFailed,
    ]

    static let table: [(phase: ConversationPhase, row: String)] = [
        //            taken   failed dialing alerting incoming waiting active held ended answer    aFail   end    eTaken eFail
        (
            .starting,
            "  dialing ended dialing alerting -        -       active held ended !         -       ending - - "
        ),
        (
            .dialing,
            "   -       ended -       alerting -        -       active held ended !         -       ending - - "
        ),
        (
            .alerting,
            "  -       ended -       -        -        -       active held ended !         -       ending - - "
        ),
        (
            .ringing,
            "   -       ended -       -        -        waiting active held ended answering -       ending - - "
        ),
        (
            .waiting,
            "   -       ended -       -        ringing  -       active held ended answering -       ending - - "
        ),
        (
            .answering,
            " -       ended -       -        -        -       active held ended !         ringing ending - - "
        ),
        (
            .active,
            "    -       ended -       -        -        -       -      held ended !         -       ending - - "
        ),
        (
            .held,
            "      -       ended -       -        -        -       active -    ended !         -       ending - - "
        ),
        (
            .ending,
            "    -       ended -       -        -        -       -      -    ended !         -       -      - - "
        ),
        (
            .ended,
            "     -       -     -       -        -        -       -      -    -     !         -       -      - - "
        ),
    ]

    @Test(arguments: table)
    func `the table holds`(_ line: (phase: ConversationPhase, row: String)) {
        let cells = line.row.split(separator: " ").map(String.init)
        #expect(cells.count == Self.columns.count)
        for (event, cell) in zip(Self.columns, cells) {
            var machine = Self.machine(in: line.phase)
            let effects = machine.handle(event, at: .seconds(10))
            let expected = cell == "-" || cell == "!" ? line.phase.rawValue : cell
            #expect(machine.phase.rawValue == expected, "\(line.phase) × \(event)")
            let refused = effects.contains { if case .refuse = $0 { true } else { false } }
            #expect(refused == (cell == "!"), "\(line.phase) × \(event)")
        }
    }

    @Test func `the table has every phase`() {
        #expect(Set(Self.table.map(\.phase)) == Set(ConversationPhase.allCases))
    }

    /// A machine brought into a phase by the events that lead there.
    static func machine(in phase: ConversationPhase) -> ConversationMachine {
        let incoming: Set<ConversationPhase> = [.ringing, .waiting, .answering]
        var machine =
            incoming.contains(phase)
            ? Self.incoming(waiting: phase == .waiting) : ConversationMachine.outgoing().machine
        let path: [ConversationEvent] =
            switch phase {
            case .starting, .ringing, .waiting: []
            case .dialing: [.dialTaken]
            case .alerting: [.dialTaken, .call(.alerting)]
            case .answering: [.answerRequested]
            case .active: [.dialTaken, .call(.active)]
            case .held: [.dialTaken, .call(.active), .call(.held)]
            case .ending: [.dialTaken, .endRequested]
            case .ended: [.dialTaken, .call(.ended(.remoteHangUp))]
            }
        for event in path { _ = machine.handle(event, at: .zero) }
        return machine
    }

    static func incoming(waiting: Bool = false) -> ConversationMachine {
        let call = Call(
            id: CallID(), line: LineKey(backend: "b", reference: "l"), direction: .incoming,
            remote: RemoteParty(number: "+15550123"), state: waiting ? .waiting : .incoming, reference: "r")
        return ConversationMachine.appeared(call, at: .zero).machine
    }
}
