// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import FoundationEssentials
import Telephony

extension ConversationEndpoint {
    /// Shows a prompt on the best screen, or tells the switchboard that there is none.
    func relay(_ event: Switchboard.PromptEvent) async {
        switch event {
        case .show(let prompt):
            if await !show(PromptInfo(prompt)) { await board.promptIsUndeliverable(prompt.id) }
        case .dismiss(let id):
            if let screen = screens.remove(id.uuidString) { tell(screen, "Dismiss", id.uuidString) }
        }
    }

    /// Screens that show prompts now.
    package var screenCount: Int { screens.count }

    func registerScreen(_ call: CallContext, kind: String) async throws {
        try await board.rights(of: caller(of: call)).showPrompts()
        guard let kind = PromptScreens.Kind(rawValue: kind) else {
            throw TelephonyError(.invalidArgument, "a screen is graphical or terminal")
        }
        if kind == .terminal, let problem = try await identity.terminalProblem(of: call.sender) {
            throw TelephonyError(.notAllowed, problem)
        }
        // It may have gone while it was looked at, and nobody would notice that any more.
        guard clients[Self.name(of: call)] != nil else { throw CancellationError() }
        guard screens.register(Self.name(of: call), as: kind) else {
            throw TelephonyError(.tooMany, "too many screens show prompts; end one")
        }
        await board.screenHasCome()
    }

    func answerPrompt(_ call: CallContext, _ prompt: String, isAllowed: Bool, on service: String) async throws {
        let caller = try await caller(of: call)
        try await board.rights(of: caller).showPrompts()
        guard let id = UUID(uuidString: prompt), screens.shows(id.uuidString, on: Self.name(of: call)) else {
            throw TelephonyError(.wrongState, "this question is not on this screen any more")
        }
        try await board.answerPrompt(id, isAllowed: isAllowed, on: try Self.service(service), by: caller)
    }

    /// A screen has gone: what was on it moves to the next best, or is refused.
    func screenHasGone(_ name: String) async {
        for prompt in screens.unregister(name) {
            guard let id = UUID(uuidString: prompt.id) else { continue }
            if await show(prompt) { await board.promptWasReshown(id) } else { await board.promptIsUndeliverable(id) }
        }
    }

    /// False when no screen can show it.
    private func show(_ prompt: PromptInfo) async -> Bool {
        for screen in screens.ranked where await canShow(screen.name, screen.kind) {
            // Nobody may be asking any more, and then nobody would take it away.
            guard let id = UUID(uuidString: prompt.id), await board.isAsking(id) else { return true }
            guard screens.place(prompt, on: screen.name) else { continue }
            tell(screen.name, "Show", prompt)
            return true
        }
        return false
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

    private func tell<Argument: DBusType>(_ screen: String, _ member: String, _ argument: Argument) {
        let signal = SignalAddress(path: ContractNames.path, interface: ContractNames.prompts, member: member)
        bus.assumeIsolated { bus in
            // A screen that does not read is taken for gone when its connection ends.
            try? bus.emit(signal, argument, to: screen == Self.peer ? nil : screen)
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
