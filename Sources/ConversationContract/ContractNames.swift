// SPDX-License-Identifier: Apache-2.0
package import DBus

/// The names of our bus; what each means is in `dbus/`.
package enum ContractNames {
    /// The daemon's name on the session bus.
    package static let bus = "org.dialtone.Dialtone1"
    /// The object that has all interfaces.
    package static let path: ObjectPath = "/org/dialtone/Dialtone1"

    /// Starting conversations, and what can dial.
    package static let telephony = "org.dialtone.Telephony1"
    /// A request that may have to wait for a person.
    package static let request = "org.dialtone.Request1"
    /// The conversations that are up.
    package static let conversations = "org.dialtone.Conversations1"
    /// The conversations there have been.
    package static let history = "org.dialtone.History1"
    /// Who is the default dialer and the default calling app.
    package static let roles = "org.dialtone.Roles1"
    /// The apps that have a manifest.
    package static let apps = "org.dialtone.Apps1"
    /// How the daemon does.
    package static let status = "org.dialtone.Status1"
    /// The other side of a simulated network.
    package static let simulation = "org.dialtone.Simulation1"
    /// The questions to the person.
    package static let prompts = "org.dialtone.Prompts1"
    /// Which line is taken for which call.
    package static let lines = "org.dialtone.Lines1"
    /// Sessions of network codes.
    package static let codes = "org.dialtone.Codes1"
    /// The last decisions.
    package static let audit = "org.dialtone.Audit1"

    /// What an error code is appended to.
    package static let errorPrefix = "org.dialtone.Error."
}

/// The most identifiers that one `MarkRead` or `Delete` takes.
package let maximumRowsAtOnce = 500
