// SPDX-License-Identifier: Apache-2.0

/// The words after a command's name, sorted into options and positional words.
struct Arguments: Hashable, Sendable {
    private(set) var positional: [String] = []
    private var values: [String: String] = [:]

    /// Throws `UsageError` for an option that is not among `options`, given twice, or lacks its value.
    init(_ words: [String], options: [Option]) throws(UsageError) {
        var remaining = words[...]
        var optionsEnded = false
        while let word = remaining.popFirst() {
            if optionsEnded || !word.hasPrefix("-") || word == "-" {
                positional.append(word)
            } else if word == "--" {
                optionsEnded = true
            } else {
                try takeOption(word, from: &remaining, options)
            }
        }
    }

    private mutating func takeOption(
        _ word: String, from remaining: inout ArraySlice<String>, _ options: [Option]
    ) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0]
        guard let option = options.first(where: { $0.name == name }) else {
            throw UsageError("there is no option \(name)")
        }
        guard values[name] == nil else { throw UsageError("\(name) is given twice") }
        values[name] = try value(of: option, parts.dropFirst().first, &remaining)
    }

    private func value(
        of option: Option, _ attached: String?, _ remaining: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let placeholder = option.value else {
            guard attached == nil else { throw UsageError("\(option.name) takes no value") }
            return ""
        }
        guard let value = attached ?? remaining.popFirst(), !value.isEmpty else {
            throw UsageError("\(option.name) needs \(placeholder)")
        }
        return value
    }

    func has(_ option: Option) -> Bool { values[option.name] != nil }

    func value(_ option: Option) -> String? { values[option.name] }

    /// The positional words, as many as `names` has; a name in brackets may be left out.
    func words(_ names: String...) throws(UsageError) -> [String] {
        let required = names.prefix { !$0.hasPrefix("[") }
        guard positional.count >= required.count else {
            throw UsageError("\(required[positional.count]) is missing")
        }
        guard positional.count <= names.count else {
            throw UsageError("'\(positional[names.count])' is one word too many")
        }
        return positional
    }
}
