// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

extension Switchboard {
    /// Gives a conversation an event and does what follows; returns the refusal, when it refused.
    @discardableResult
    func apply(_ event: ConversationEvent, to id: UUID) -> TelephonyError? {
        let (uptime, date) = (parts.time.uptime, parts.time.date)
        let effects = registry.change(id) { conversation in
            defer { conversation.updateRecord(now: date) }
            return conversation.machine.handle(event, at: uptime)
        }
        guard let effects else { return nil }
        if event == .endRequested { settleDial(of: id, .failure(Self.givenUp)) }
        let refusal = perform(effects, for: id)
        followTones(of: id)
        tellWatchers()
        return refusal
    }

    @discardableResult
    func perform(_ effects: [ConversationEffect], for id: UUID) -> TelephonyError? {
        var refusal: TelephonyError?
        for effect in effects {
            guard let conversation = registry[id] else { break }
            switch effect {
            case .answerCall: tell(conversation, failure: .answerFailed) { try await $0.answer($1) }
            case .hangUpCall: tell(conversation, success: .endTaken, failure: .endFailed) { try await $0.hangUp($1) }
            case .publish: publish(.conversation(conversation.snapshot))
            case .record: record(conversation)
            case .finish: write(RowQueue.Entry(row: conversation.record, isLast: true))
            case .refuse(let error): refusal = error
            }
        }
        return refusal
    }

    /// The row is on disk, or waits in memory: now, and not before, the conversation has left.
    func announceEnd(of id: UUID) {
        guard let conversation = registry[id] else { return }
        registry.remove(id)
        publish(.conversation(conversation.finalSnapshot))
    }

    func setReference(_ reference: String, of id: UUID) {
        _ = registry.change(id) { $0.record.callReference = reference }
    }

    private func record(_ conversation: LiveConversation) {
        write(RowQueue.Entry(row: conversation.record))
        if conversation.record.connectedAt != nil { beat() }
    }

    /// Tells the leg's backend to do something; what came of it is an event.
    private func tell(
        _ conversation: LiveConversation, success: ConversationEvent? = nil, failure: ConversationEvent,
        _ command: @escaping @Sendable (any Backend, CallID) async throws -> Void
    ) {
        let id = conversation.id
        // An emergency call that waits for a line has no leg to be told.
        guard let (backend, call) = leg(of: conversation) else { return _ = success.map { apply($0, to: id) } }
        spawn { [self] in
            do {
                try await command(backend, call)
                if let success { await applyFromJob(success, to: id) }
            } catch {
                await applyFromJob(failure, to: id)
                await logLine(id, "\(backend.name): \(error)")
            }
        }
    }

    private func applyFromJob(_ event: ConversationEvent, to id: UUID) { apply(event, to: id) }

    func leg(of conversation: LiveConversation) -> (any Backend, CallID)? {
        switch conversation.leg {
        case .backend(let name, let call): parts.backends.first { $0.name == name }.map { ($0, call) }
        case nil: nil
        }
    }
}

// MARK: - While it lasts

extension Switchboard {
    /// How often the row of a connected conversation is brought up to date, so that a crash loses no more than this.
    package static let heartBeat = Duration.seconds(300)

    /// Starts the heart-beat with the first connected conversation; it stops by itself after the last.
    private func beat() {
        guard !isHeartBeating else { return }
        isHeartBeating = true
        spawn { [self] in await keepBeating() }
    }

    private func keepBeating() async {
        defer { isHeartBeating = false }
        while registry.all.contains(where: { $0.record.connectedAt != nil && $0.machine.isLive }) {
            do { try await parts.time.sleep(until: parts.time.uptime + Self.heartBeat) } catch { return }
            for conversation in registry.all where conversation.machine.isLive { writeDuration(of: conversation) }
        }
    }
}
