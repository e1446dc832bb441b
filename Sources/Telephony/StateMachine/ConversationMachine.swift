// SPDX-License-Identifier: Apache-2.0

/// The life of one conversation as a value: events in, effects out, no I/O.
///
/// A conversation never goes back: once connected it stays connected, once it ends it has ended, whatever a
/// backend repeats or takes back.
package struct ConversationMachine: Hashable, Sendable {
    package let direction: Direction
    package private(set) var phase: ConversationPhase
    /// When the two sides were first connected, on the boot-time clock.
    package private(set) var connectedAt: Duration?
    /// Set with the phase `ended`.
    package private(set) var ending: Ending?

    private var endWasRequested = false
    private var hangUpAttempts = 0
    private var isHangUpInFlight = false
    private var isRinging = false
    private var hasAudio = false

    /// How it ended.
    package struct Ending: Hashable, Sendable {
        package var outcome: Outcome
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
        var machine = Self(direction: .outgoing, phase: .starting)
        let effects = [.device(.inhibitSleep)] + machine.acquireAudio() + [.publish, .record]
        return (machine, effects)
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
        var effects: [ConversationEffect] = [.device(.inhibitSleep)]
        switch call.state {
        case .incoming where call.direction == .incoming, .waiting where call.direction == .incoming:
            machine.phase = call.state == .waiting ? .waiting : .ringing
            effects += machine.ring() + [.publish, .record]
        case .dialing, .alerting, .incoming, .waiting:
            machine.phase = call.state == .alerting ? .alerting : start
            effects += machine.acquireAudio() + [.publish, .record]
        case .active, .held, .ended:
            effects += machine.handle(.call(call.state), at: now)
            if connectedSince != nil { effects.append(.record) }
        }
        return (machine, effects)
    }

    /// Whether it holds its line or rings: anything but ended.
    package var isLive: Bool { phase != .ended }

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
        case .ending: return hangUp()
        default: return []
        }
    }

    private mutating func follow(_ state: CallState, at now: Duration) -> [ConversationEffect] {
        switch (state, phase) {
        case (.dialing, .starting): move(to: .dialing)
        case (.alerting, .starting), (.alerting, .dialing): move(to: .alerting)
        case (.incoming, .waiting): move(to: .ringing)
        case (.waiting, .ringing): move(to: .waiting)
        case (.active, .active), (.held, .held): []
        case (.active, _): connect(as: .active, at: now)
        case (.held, _): connect(as: .held, at: now)
        default: []
        }
    }

    private mutating func move(to next: ConversationPhase) -> [ConversationEffect] {
        phase = next
        return [.publish]
    }

    private mutating func connect(as next: ConversationPhase, at now: Duration) -> [ConversationEffect] {
        phase = next
        let isFirst = connectedAt == nil
        if isFirst { connectedAt = now }
        return stopRinging() + acquireAudio() + [.publish] + (isFirst ? [.record] : [])
    }

    private mutating func end(_ reason: CallEndReason, at now: Duration) -> [ConversationEffect] {
        phase = .ended
        ending = Ending(outcome: outcome(of: reason), reason: reason, duration: duration(at: now))
        return stopRinging() + releaseAudio() + [.finish, .device(.allowSleep)]
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
            return [.refuse(TelephonyError(.wrongState, "the conversation is not ringing, so it cannot be answered"))]
        }
        phase = .answering
        return stopRinging() + acquireAudio() + [.publish, .answerCall]
    }

    private mutating func answerFailed() -> [ConversationEffect] {
        guard phase == .answering else { return [] }
        phase = .ringing
        return releaseAudio() + ring() + [.publish]
    }

    private mutating func requestEnd() -> [ConversationEffect] {
        if phase == .ending { return isHangUpInFlight ? [] : hangUp() }
        phase = .ending
        endWasRequested = true
        return stopRinging() + [.publish] + hangUp()
    }

    /// One request at a time; also before the modem daemon took the call, for it may hold on to it for 90 s.
    private mutating func hangUp() -> [ConversationEffect] {
        hangUpAttempts += 1
        isHangUpInFlight = true
        return [.hangUpCall]
    }

    private mutating func endFailed() -> [ConversationEffect] {
        guard phase == .ending, isHangUpInFlight else { return [] }
        isHangUpInFlight = false
        return hangUpAttempts < Self.maximumHangUpAttempts ? hangUp() : []
    }

    private func refusalAfterEnd(_ event: ConversationEvent) -> [ConversationEffect] {
        switch event {
        case .answerRequested: [.refuse(TelephonyError(.wrongState, "the conversation has ended"))]
        default: []
        }
    }
}

// MARK: - The device, once each way

extension ConversationMachine {
    private mutating func ring() -> [ConversationEffect] {
        isRinging = true
        return [.device(.startRinging(soft: phase == .waiting))]
    }

    private mutating func stopRinging() -> [ConversationEffect] {
        guard isRinging else { return [] }
        isRinging = false
        return [.device(.stopRinging)]
    }

    private mutating func acquireAudio() -> [ConversationEffect] {
        guard !hasAudio else { return [] }
        hasAudio = true
        return [.device(.acquireAudio)]
    }

    private mutating func releaseAudio() -> [ConversationEffect] {
        guard hasAudio else { return [] }
        hasAudio = false
        return [.device(.releaseAudio)]
    }
}
