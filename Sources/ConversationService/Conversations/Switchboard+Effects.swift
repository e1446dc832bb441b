// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

extension Switchboard {
    /// Gives a conversation an event and does what follows; returns the refusal, when it refused.
    @discardableResult
    func apply(_ event: ConversationEvent, to id: UUID) -> TelephonyError? {
        guard var conversation = registry[id] else { return nil }
        let effects = conversation.machine.handle(event, at: parts.time.uptime)
        conversation.updateRecord(now: parts.time.date)
        registry.insert(conversation)
        if !conversation.machine.isLive { endWatchers.values.forEach { $0.yield(id) } }
        return perform(effects, for: id)
    }

    @discardableResult
    func perform(_ effects: [ConversationEffect], for id: UUID) -> TelephonyError? {
        var refusal: TelephonyError?
        for effect in effects {
            guard let conversation = registry[id] else { break }
            switch effect {
            case .answerCall: answer(conversation)
            case .hangUpCall: hangUp(conversation)
            case .device(let wish): parts.device.obey(wish)
            case .publish: publish(.conversation(conversation.snapshot))
            case .record: record(conversation)
            case .finish: write(conversation.record, isLast: true)
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
        guard var conversation = registry[id] else { return }
        conversation.record.callReference = reference
        registry.insert(conversation)
    }

    private func record(_ conversation: LiveConversation) {
        write(conversation.record)
        guard conversation.record.connectedAt != nil else { return }
        beat()
        if !conversation.awaitsPerson { playPostDial(of: conversation.id) }
    }

    private func answer(_ conversation: LiveConversation) {
        onBackend(of: conversation, failure: .answerFailed) { try await $0.answer($1) }
    }

    private func hangUp(_ conversation: LiveConversation) {
        onBackend(of: conversation, failure: .endFailed) { try await $0.hangUp($1) }
    }

    private func onBackend(
        of conversation: LiveConversation, failure: ConversationEvent,
        _ command: @escaping @Sendable (any Backend, CallID) async throws -> Void
    ) {
        guard let (backend, call) = leg(of: conversation) else { return }
        spawn { [self] in
            do {
                try await command(backend, call)
            } catch {
                log("\(backend.name): \(error)")
                await applyFromJob(failure, to: conversation.id)
            }
        }
    }

    private func applyFromJob(_ event: ConversationEvent, to id: UUID) { apply(event, to: id) }

    func leg(of conversation: LiveConversation) -> (any Backend, CallID)? {
        switch conversation.leg {
        case .backend(let name, let call):
            parts.backends.first { $0.name == name }.map { ($0, call) }
        }
    }
}

// MARK: - While it lasts

extension Switchboard {
    /// How often the row of a connected conversation is brought up to date, so that a crash loses no more than this.
    static let heartBeat = Duration.seconds(300)
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
            for conversation in registry.all where conversation.machine.isLive {
                var row = conversation.record
                row.duration = conversation.machine.duration(at: parts.time.uptime)
                write(row)
            }
        }
    }
}
