// SPDX-License-Identifier: Apache-2.0

/// An option that a command takes.
struct Option: Hashable, Sendable {
    /// With its dashes.
    var name: String
    /// What its value is called in the help; nil for an option without one.
    var value: String?
    var help: String

    static let json = Option(name: "--json", help: "print one JSON document")
    static let help = Option(name: "--help", help: "say how this command is used")

    init(name: String, value: String? = nil, help: String) {
        self.name = name
        self.value = value
        self.help = help
    }

    /// As it stands in a synopsis.
    var synopsis: String { value.map { "\(name) \($0)" } ?? name }
}
