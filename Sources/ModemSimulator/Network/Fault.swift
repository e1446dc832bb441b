// SPDX-License-Identifier: Apache-2.0

/// Makes a modem misbehave on one AT command.
package struct Fault: Codable, Hashable, Sendable {
    /// The command's name as V.250 has it, upper case: "D", "A", "H", "+CHLD", …
    package var command: String
    /// The final result it gives instead of doing anything, but for `obeyed`; nil: it never answers.
    package var final: String?
    /// How many times; nil: for ever.
    package var times: Int?
    /// Whether it does what it was told all the same.
    package var obeyed: Bool?

    package init(command: String, final: String?, times: Int? = nil, obeyed: Bool? = nil) {
        self.obeyed = obeyed
        self.command = command.uppercased()
        self.final = final
        self.times = times
    }
}
