// SPDX-License-Identifier: Apache-2.0
import CallerIdentity
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials
import Telephony

extension ConversationEndpoint {
    /// Screens that show prompts now.
    package var screenCount: Int { screens.count }

    /// A prompt is answered or withdrawn: its screen takes it away.
    func dismiss(_ prompt: UUID) {
        if let screen = screens.remove(prompt.uuidString) { tell(screen, "Dismiss", prompt.uuidString, Self.noDetails) }
    }

    func registerScreen(_ call: CallContext, kind: String) async throws {
        _ = try await caller(of: call)
        let name = Self.name(of: call)
        try rights(of: name).showPrompts()
        guard let kind = PromptScreens.Kind(rawValue: kind) else {
            throw TelephonyError(.invalidArgument, "there is no such screen; give graphical or terminal")
        }
        if kind == .terminal, let problem = try await identity.terminalProblem(of: call.sender) {
            throw TelephonyError(.notAllowed, problem)
        }
        // It may have gone, or lost the right, while it was looked at, and nobody would notice that any more.
        try rights(of: name).showPrompts()
        guard screens.register(name, as: kind) else {
            throw TelephonyError(.tooMany, "too many screens show prompts; end one")
        }
        step { $0.screenHasCome() }
    }

    func answerPrompt(_ call: CallContext, _ prompt: String, isAllowed: Bool, on service: String) async throws {
        _ = try await caller(of: call)
        let rights = try rights(of: Self.name(of: call))
        try rights.showPrompts()
        guard let id = UUID(uuidString: prompt), screens.shows(id.uuidString, on: Self.name(of: call)) else {
            throw TelephonyError(.wrongState, "this question is not on this screen any more; nothing is left to answer")
        }
        let line = try Self.service(service)
        try step { try $0.answerPrompt(id, isAllowed: isAllowed, on: line, by: rights.caller) }
    }

    /// A screen has gone: what was on it moves to the next best, or is refused.
    func screenHasGone(_ name: String) async {
        for prompt in screens.unregister(name) { await show(prompt, isMoved: true) }
    }

    /// Shows a prompt on the best screen that can show it, or tells the switchboard that there is none.
    ///
    /// Screens that come while another one is looked at have their turn: that none is left, and that there was none, is
    /// one step.
    func show(_ prompt: PromptInfo, isMoved: Bool = false) async {
        guard let id = UUID(uuidString: prompt.id) else { return }
        var tried: Set<Int> = []
        while step({ $0.isAsking(id) }) {
            guard let screen = screens.ranked.first(where: { !tried.contains($0.number) }) else {
                return step { $0.promptIsUndeliverable(id) }
            }
            tried.insert(screen.number)
            if await canShow(screen.name, screen.kind), place(prompt, id, on: screen, isMoved) { return }
        }
    }

    /// False when the screen has gone meanwhile. Where nobody asks any more nothing is shown: nobody would take it away.
    private func place(_ prompt: PromptInfo, _ id: UUID, on screen: PromptScreens.Screen, _ isMoved: Bool) -> Bool {
        guard step({ $0.isAsking(id) }) else { return true }
        guard screens.place(prompt, on: screen) else { return false }
        if isMoved { step { $0.promptWasReshown(id) } }
        tell(screen.name, "Show", prompt)
        return true
    }

    /// Not a process that is stopped, nor an agent that was put into the background: nobody would see the question.
    private func canShow(_ name: String, _ kind: PromptScreens.Kind) async -> Bool {
        do {
            if kind == .terminal, try await identity.terminalProblem(of: Self.sender(name)) != nil { return false }
            return try await identity.stopProblem(of: Self.sender(name)) == nil
        } catch {
            return false
        }
    }

    private func tell<each Argument: DBusType>(_ screen: String, _ member: String, _ arguments: repeat each Argument) {
        let signal = SignalAddress(path: ContractNames.path, interface: ContractNames.prompts, member: member)
        bus.assumeIsolated { bus in
            // A screen that does not read is taken for gone when its connection ends.
            try? bus.emit(signal, repeat each arguments, to: screen == Self.peer ? nil : screen)
        }
    }
}

extension PromptInfo {
    /// A prompt as the bus carries it.
    init(_ prompt: ConsentPrompt) {
        self.init(
            id: prompt.id.uuidString, act: "", line: prompt.line ?? "", choices: prompt.choices.map { ServiceInfo($0) })
        if case .app(let identifier, let name) = prompt.asker { (asker, askerName) = (identifier, name) }
        switch prompt.act {
        case .call(let number): (act, subject) = ("call", number)
        case .emergencyCall(let number): (act, subject) = ("emergencyCall", number)
        case .networkCode(let code, let summary): (act, subject, detail) = ("networkCode", code, summary)
        case .chooseLine(let number): (act, subject) = ("chooseLine", number)
        case .takeRole(let role, let app, let name, let from):
            (act, subject, detail, previous) = ("takeRole", role.rawValue, "\(name) (\(app))", from ?? "")
        }
    }
}
