// SPDX-License-Identifier: Apache-2.0
package import DBus

/// A question to the person, on the bus; in text fields "" is none.
package struct PromptInfo: DBusStruct, Hashable {
    /// UUID text.
    package var id: String
    /// call, emergencyCall, networkCode, takeRole, chooseLine; an open set.
    package var act: String
    /// Bundle identifier of who asks; "" for a link.
    package var asker: String
    /// The asker's name for the person.
    package var askerName: String
    /// The number as it will be dialed, the code, or the role.
    package var subject: String
    /// What a code does, or the app that takes the role.
    package var detail: String
    /// Who holds the role now.
    package var previous: String
    /// The line's label.
    package var line: String
    /// The lines of which an answer that allows it has to name one; empty when the line is settled.
    package var choices: [ServiceInfo]
    /// What later versions add, by name; `require` (as) names those without which the person would not know what they
    /// allow.
    package var details: [String: Variant]

    package init(
        id: String, act: String, asker: String = "", askerName: String = "", subject: String = "", detail: String = "",
        previous: String = "", line: String = "", choices: [ServiceInfo] = [],
        details: [String: Variant] = [:]
    ) {
        self.id = id
        self.act = act
        self.asker = asker
        self.askerName = askerName
        self.subject = subject
        self.detail = detail
        self.previous = previous
        self.line = line
        self.choices = choices
        self.details = details
    }

    /// Whether this side knows what is asked, so that it can tell the person; else it lets them decline alone. A call for
    /// help is understood whatever else is said of it.
    package var isUnderstood: Bool {
        guard act != "emergencyCall" else { return true }
        guard Self.acts.contains(act) else { return false }
        do { return try details.value("require", as: [String].self)?.isEmpty ?? true } catch { return false }
    }

    /// What this side knows to ask.
    private static let acts: Set<String> = ["call", "networkCode", "takeRole", "chooseLine"]

    package static let layout = StructLayout(
        PromptInfo.init(id:act:asker:askerName:subject:detail:previous:line:choices:details:)
    ) {
        (
            $0.id, $0.act, $0.asker, $0.askerName, $0.subject, $0.detail, $0.previous, $0.line, $0.choices, $0.details
        )
    }
}
