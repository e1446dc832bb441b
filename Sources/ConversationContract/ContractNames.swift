// SPDX-License-Identifier: Apache-2.0
package import DBus

/// The names of our bus; what each means is in `dbus/`.
package enum ContractNames {
    package static let bus = "org.dialtone.Dialtone1"
    package static let path: ObjectPath = "/org/dialtone/Dialtone1"

    package static let telephony = "org.dialtone.Telephony1"
    package static let request = "org.dialtone.Request1"
    package static let conversations = "org.dialtone.Conversations1"
    package static let history = "org.dialtone.History1"
    package static let roles = "org.dialtone.Roles1"
    package static let apps = "org.dialtone.Apps1"
    package static let status = "org.dialtone.Status1"
    package static let simulation = "org.dialtone.Simulation1"
    package static let prompts = "org.dialtone.Prompts1"
    package static let lines = "org.dialtone.Lines1"
    package static let codes = "org.dialtone.Codes1"
    package static let audit = "org.dialtone.Audit1"

    /// What an error code is appended to.
    package static let errorPrefix = "org.dialtone.Error."
}

/// The most identifiers that one `MarkRead` or `Delete` takes.
package let maximumRowsAtOnce = 500
