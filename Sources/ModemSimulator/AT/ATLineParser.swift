// SPDX-License-Identifier: Apache-2.0

/// Takes a command line apart (ITU-T V.250 §5.2 to §5.4).
struct ATLineParser {
    private var rest: Substring

    /// The commands of a line; nil when it does not begin with AT or is not well-formed.
    static func commands(in line: String) -> [ATCommand]? {
        let trimmed = line.drop { $0 == " " }
        guard trimmed.prefix(2).uppercased() == "AT" else { return nil }
        var parser = ATLineParser(rest: trimmed.dropFirst(2))
        return parser.commands()
    }

    private mutating func commands() -> [ATCommand]? {
        var commands: [ATCommand] = []
        while let next = rest.first {
            if next == " " || next == ";" {
                rest.removeFirst()
                continue
            }
            guard let command = Self.isExtended(next) ? extended() : basic() else { return nil }
            commands.append(command)
        }
        return commands
    }

    private static func isExtended(_ character: Character) -> Bool { "+^%*#$".contains(character) }

    private mutating func basic() -> ATCommand? {
        var name = take { $0 == "&" || $0 == "\\" }
        guard let letter = rest.popFirst(), letter.isLetter, letter.isASCII else { return nil }
        name += letter.uppercased()
        if name == "D" {
            defer { rest = "" }
            return ATCommand(name, argument: String(rest))
        }
        let number = take { ("0"..."9").contains($0) }
        guard name == "S" else { return ATCommand(name, argument: number) }
        return parameter("S" + number)
    }

    private mutating func extended() -> ATCommand? {
        var name = String(rest.removeFirst())
        name += take { $0.isASCII && ($0.isLetter || $0.isNumber || "!%-./:_".contains($0)) }
        guard name.count > 1 else { return nil }
        return parameter(name.uppercased())
    }

    /// What follows the name of a command that can be read, set and asked about.
    private mutating func parameter(_ name: String) -> ATCommand? {
        let usage = take { $0 == "=" || $0 == "?" }
        switch usage {
        case "": return rest.isEmpty || rest.first == ";" || rest.first == " " ? ATCommand(name) : nil
        case "?", "=?": return ATCommand(name, usage: usage)
        case "=": return ATCommand(name, usage: usage, argument: argument())
        default: return nil
        }
    }

    /// Up to the next semicolon that is not in quotes; spaces count in quotes alone.
    private mutating func argument() -> String {
        var argument = ""
        var isQuoted = false
        while let next = rest.first, isQuoted || next != ";" {
            rest.removeFirst()
            if next == "\"" { isQuoted.toggle() }
            if isQuoted || next != " " { argument.append(next) }
        }
        return argument
    }

    private mutating func take(while matches: (Character) -> Bool) -> String {
        let taken = rest.prefix(while: matches)
        rest = rest.dropFirst(taken.count)
        return String(taken)
    }
}
