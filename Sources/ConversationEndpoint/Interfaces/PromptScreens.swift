// SPDX-License-Identifier: Apache-2.0
import ConversationContract

/// The screens that show prompts and what is on which, as a value.
struct PromptScreens: Sendable {
    /// What a screen is; a later case outranks an earlier one.
    enum Kind: String, Comparable, Sendable {
        case terminal, graphical

        static func < (one: Self, other: Self) -> Bool { one == .terminal && other == .graphical }
    }

    /// Screens at once.
    static let maximumScreens = 8

    /// A connection that shows prompts.
    struct Screen: Hashable, Sendable {
        let name: String
        let kind: Kind
        /// Which registration it is: the same connection that comes again is another screen.
        let number: Int
    }

    private var screens: [Screen] = []
    private var registrations = 0
    private var shown: [String: (screen: String, prompt: PromptInfo)] = [:]

    var count: Int { screens.count }

    /// Adds a screen, or changes what it is; false when there are too many.
    mutating func register(_ name: String, as kind: Kind) -> Bool {
        screens.removeAll { $0.name == name }
        guard screens.count < Self.maximumScreens else { return false }
        registrations += 1
        screens.append(Screen(name: name, kind: kind, number: registrations))
        return true
    }

    /// The screens, the best first.
    var ranked: [Screen] {
        screens.reversed().filter { $0.kind == .graphical } + screens.reversed().filter { $0.kind == .terminal }
    }

    /// A prompt is on this screen from now on; false when that is none any more.
    mutating func place(_ prompt: PromptInfo, on screen: Screen) -> Bool {
        guard screens.contains(screen) else { return false }
        shown[prompt.id] = (screen.name, prompt)
        return true
    }

    /// Takes a prompt away and tells from which screen.
    mutating func remove(_ prompt: String) -> String? { shown.removeValue(forKey: prompt)?.screen }

    /// Takes a screen away and tells what was on it.
    mutating func unregister(_ name: String) -> [PromptInfo] {
        screens.removeAll { $0.name == name }
        let orphans = shown.values.filter { $0.screen == name }.map(\.prompt)
        for prompt in orphans { shown[prompt.id] = nil }
        return orphans
    }

    /// Whether this connection is a screen.
    func contains(_ name: String) -> Bool { screens.contains { $0.name == name } }

    /// Whether this screen shows this prompt.
    func shows(_ prompt: String, on name: String) -> Bool { shown[prompt]?.screen == name }
}
