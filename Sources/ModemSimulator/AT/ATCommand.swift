// SPDX-License-Identifier: Apache-2.0

/// One command of a line (ITU-T V.250 §5).
struct ATCommand: Hashable, Sendable {
    /// Upper case, with its prefix: "D", "E", "&C", "+CLCC", "^SLCC", "S0".
    var name: String
    /// How it is used: "" to do it, "?" to read, "=?" to ask what is possible, "=" to set.
    var usage: String
    /// What follows; for a basic command its number, for D the rest of the line.
    var argument: String

    init(_ name: String, usage: String = "", argument: String = "") {
        self.name = name
        self.usage = usage
        self.argument = argument
    }

    /// Name and usage, what answers are chosen by: "+CREG=?".
    var form: String { name + usage }

    /// The argument's fields, without their quotes.
    var fields: [String] {
        var fields = [""]
        var isQuoted = false
        for character in argument {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: fields.append("")
            default: fields[fields.count - 1].append(character)
            }
        }
        return fields
    }

    /// The field at a position; empty when there is none.
    func field(_ position: Int) -> String {
        let fields = fields
        return position < fields.count ? fields[position] : ""
    }
}
