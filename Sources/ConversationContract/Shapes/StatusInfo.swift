// SPDX-License-Identifier: Apache-2.0
package import DBus

/// How the daemon does, put together from the results of `Status1.Get`.
package struct StatusInfo: Hashable, Sendable {
    /// A source of lines.
    package struct Backend: DBusStruct, Hashable {
        package var name: String
        /// "" or why it cannot be used.
        package var trouble: String
        /// What later versions add, by name; an unknown name is carried.
        package var details: [String: Variant]

        package init(name: String, trouble: String, details: [String: Variant] = [:]) {
            self.name = name
            self.trouble = trouble
            self.details = details
        }

        package static let layout = StructLayout(Backend.init(name:trouble:details:)) {
            ($0.name, $0.trouble, $0.details)
        }
    }

    /// A line.
    package struct Line: DBusStruct, Hashable {
        /// What a person recognises it by.
        package var label: String
        /// UUID text, or "".
        package var service: String
        /// "" or why it cannot dial.
        package var trouble: String
        /// What later versions add, by name; an unknown name is carried.
        package var details: [String: Variant]

        package init(label: String, service: String, trouble: String, details: [String: Variant] = [:]) {
            self.label = label
            self.service = service
            self.trouble = trouble
            self.details = details
        }

        package static let layout = StructLayout(Line.init(label:service:trouble:details:)) {
            ($0.label, $0.service, $0.trouble, $0.details)
        }
    }

    /// The daemon's version.
    package var version: String
    /// Whether it was started with --developer-mode.
    package var isInDeveloperMode: Bool
    /// Whether its network is simulated.
    package var isSimulated: Bool
    /// How many conversations are up.
    package var conversations: Int
    /// "" or why rows cannot be written.
    package var historyTrouble: String
    /// "" or why no country's emergency numbers are known.
    package var emergencyTrouble: String
    /// Whether another version has been installed since the daemon started.
    package var isReplaced: Bool
    /// The sources of lines.
    package var backends: [Backend]
    /// The lines.
    package var lines: [Line]

    /// Reads the results of `Status1.Get`; a fact that is missing is as in an older daemon. Throws `DBusError` for one
    /// of another type.
    package init(facts: [String: Variant], backends: [Backend], lines: [Line]) throws(DBusError) {
        version = try facts.value("version") ?? ""
        isInDeveloperMode = try facts.value("developerMode") ?? false
        isSimulated = try facts.value("simulated") ?? false
        conversations = Int(try facts.value("conversations", as: UInt32.self) ?? 0)
        historyTrouble = try facts.value("history") ?? ""
        emergencyTrouble = try facts.value("emergency") ?? ""
        isReplaced = try facts.value("replaced") ?? false
        self.backends = backends
        self.lines = lines
    }
}
