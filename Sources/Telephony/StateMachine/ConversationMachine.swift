// SPDX-License-Identifier: Apache-2.0

/// The life of one conversation as a value: events in, effects out, no I/O.
///
/// A conversation never goes back: once connected it stays connected, once it ends it has ended, whatever a
/// backend repeats or takes back.
package struct ConversationMachine: Hashable, Sendable {
    /// Who called.
    package let direction: Direction
    /// How far it is.
    package private(set) var phase: ConversationPhase
    /// When the two sides were first connected, on the boot-time clock.
    package private(set) var connectedAt: Duration?
    /// Set with the phase `ended`.
    package private(set) var ending: Ending?

    private var endWasRequested = false
    /// Hang-ups since the end was last asked for, and those that the backend has not answered yet.
    private var hangUpAttempts = 0
    private var hangUpsInFlight = 0
    /// As what it rings while it is not answered, so that a failed answer finds its way back.
    private var ringsAs = ConversationPhase.ringing
    private var wasAnswered = false

    /// How it ended.
    package struct Ending: Hashable, Sendable {
        /// How it ended; open until then.
        package var outcome: Outcome
        /// Why it ended, as the backend said.
        package var reason: CallEndReason
        /// Connected time in seconds.
        package var duration: Double
    }

    /// How often a failed hang-up is tried again without the person asking.
    package static let maximumHangUpAttempts = 3

    private init(direction: Direction, phase: ConversationPhase) {
        self.direction = direction
        self.phase = phase
    }

    /// An outgoing conversation that we are about to dial.
    package static func outgoing() -> (machine: Self, effects: [ConversationEffect]) {
        (Self(direction: .outgoing, phase: .starting), [.publish, .record])
    }

    /// A leg that a backend reports: an incoming one, or one that was up before we were.
    ///
    /// - Parameter connectedSince: when it was connected, for a leg that an earlier run of the daemon knew.
    package static func appeared(
        _ call: Call, at now: Duration, connectedSince: Duration? = nil
    ) -> (machine: Self, effects: [ConversationEffect]) {
        let start: ConversationPhase = call.direction == .outgoing ? .dialing : .ringing
        var machine = Self(direction: call.direction, phase: start)
        machine.connectedAt = connectedSince
        var effects: [ConversationEffect] = [.publish, .record]
        switch call.state {
        case .incoming where call.direction == .incoming, .waiting where call.direction == .incoming:
            machine.phase = call.state == .waiting ? .waiting : .ringing
            machine.ringsAs = machine.phase
        case .dialing, .alerting, .incoming, .waiting:
            machine.phase = call.state == .alerting ? .alerting : start
        case .active, .held, .ended:
            effects = machine.handle(.call(call.state), at: now)
            if connectedSince != nil { effects.append(.record) }
        }
        return (machine, effects)
    }

    /// Whether it holds its line or rings: anything but ended.
    package var isLive: Bool { phase != .ended }

    /// Whether it takes the device's audio: from dialing or answering to its end.
    package var usesAudio: Bool {
        switch phase {
        case .starting, .dialing, .alerting, .answering, .active, .held: true
        case .ending: direction == .outgoing || wasAnswered || connectedAt != nil
        case .ringing, .waiting, .ended: false
        }
    }

    /// Takes an event and returns what to do, in order.
    package mutating func handle(_ event: ConversationEvent, at now: Duration) -> [ConversationEffect] {
        guard phase != .ended else { return refusalAfterEnd(event) }
        return switch event {
        case .dialTaken: dialTaken()
        case .dialFailed(let reason): end(reason, at: now)
        case .call(.ended(let reason)): end(reason, at: now)
        case .call(let state): phase == .ending ? [] : follow(state, at: now)
        case .answerRequested: answer()
        case .answerFailed: answerFailed()
        case .endRequested: requestEnd()
        case .endTaken: endTaken()
        case .endFailed: endFailed()
        }
    }

    /// Seconds since connection.
    package func duration(at now: Duration) -> Double {
        guard let connectedAt else { return 0 }
        let (seconds, attoseconds) = max(.zero, now - connectedAt).components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}

// MARK: - What the other side and the network do

extension ConversationMachine {
    private mutating func dialTaken() -> [ConversationEffect] {
        switch phase {
        case .starting:
            phase = .dialing
            return [.publish, .record]
        // Asked for once more: a backend may not have known the call when it was asked first.
        case .ending:
            hangUpAttempts = 0
            return [.record] + hangUp()
        // Its state came before the answer; the row has yet to learn how the leg is found again.
        case .dialing, .alerting, .active, .held: return [.record]
        case .ringing, .waiting, .answering, .ended: return []
        }
    }

    private mutating func follow(_ state: CallState, at now: Duration) -> [ConversationEffect] {
        switch (state, phase) {
        case (.dialing, .starting): move(to: .dialing)
        case (.alerting, .starting), (.alerting, .dialing): move(to: .alerting)
        case (.incoming, .waiting), (.waiting, .ringing), (.incoming, .answering), (.waiting, .answering):
            ring(as: state)
        case (.active, .active), (.held, .held): []
        case (.active, _): connect(as: .active, at: now)
        case (.held, _): connect(as: .held, at: now)
        default: []
        }
    }

    /// The network may say that it waits, or not any more, while our answer is on its way.
    private mutating func ring(as state: CallState) -> [ConversationEffect] {
        ringsAs = state == .waiting ? .waiting : .ringing
        return phase == .answering ? [] : move(to: ringsAs)
    }

    private mutating func move(to next: ConversationPhase) -> [ConversationEffect] {
        phase = next
        return [.publish]
    }

    private mutating func connect(as next: ConversationPhase, at now: Duration) -> [ConversationEffect] {
        phase = next
        let isFirst = connectedAt == nil
        if isFirst { connectedAt = now }
        return [.publish] + (isFirst ? [.record] : [])
    }

    private mutating func end(_ reason: CallEndReason, at now: Duration) -> [ConversationEffect] {
        phase = .ended
        ending = Ending(outcome: outcome(of: reason), reason: reason, duration: duration(at: now))
        return [.finish]
    }

    private func outcome(of reason: CallEndReason) -> Outcome {
        if connectedAt != nil { return .connected }
        switch (direction, reason) {
        case (.incoming, .answeredElsewhere): return .answeredElsewhere
        case (.incoming, .declinedElsewhere), (.incoming, .declined), (.incoming, .localHangUp): return .declined
        case (.incoming, _): return endWasRequested ? .declined : .missed
        case (.outgoing, .localHangUp): return .cancelled
        case (.outgoing, _) where endWasRequested: return .cancelled
        case (.outgoing, .busy): return .busy
        case (.outgoing, .refused), (.outgoing, .failed), (.outgoing, .lost): return .failed
        case (.outgoing, _): return .unanswered
        }
    }
}

// MARK: - What the person does

extension ConversationMachine {
    private mutating func answer() -> [ConversationEffect] {
        guard phase == .ringing || phase == .waiting else {
            return [
                .refuse(
                    TelephonyError(.wrongState, "the conversation does not ring any more; look at `dialtone calls`"))
            ]
        }
        phase = .answering
        wasAnswered = true
        return [.publish, .answerCall]
    }

    private mutating func answerFailed() -> [ConversationEffect] {
        guard phase == .answering else { return [] }
        wasAnswered = false
        return move(to: ringsAs)
    }

    private mutating func requestEnd() -> [ConversationEffect] {
        // A backend may take the command and the call go on all the same: each further press asks again.
        guard hangUpsInFlight == 0 else { return [] }
        hangUpAttempts = 0
        if phase == .ending { return hangUp() }
        phase = .ending
        endWasRequested = true
        return [.publish] + hangUp()
    }

    /// Asks the backend; also before the modem daemon took the call, for it may hold on to it for 90 s.
    private mutating func hangUp() -> [ConversationEffect] {
        hangUpAttempts += 1
        hangUpsInFlight += 1
        return [.hangUpCall]
    }

    private mutating func endFailed() -> [ConversationEffect] {
        guard hangUpsInFlight > 0 else { return [] }
        hangUpsInFlight -= 1
        return hangUpsInFlight == 0 && hangUpAttempts < Self.maximumHangUpAttempts ? hangUp() : []
    }

    private mutating func endTaken() -> [ConversationEffect] {
        hangUpsInFlight = max(0, hangUpsInFlight - 1)
        return []
    }

    private func refusalAfterEnd(_ event: ConversationEvent) -> [ConversationEffect] {
        switch event {
        case .answerRequested: [.refuse(TelephonyError(.wrongState, "the conversation has ended; start a new one"))]
        default: []
        }
    }
}
