// SPDX-License-Identifier: Apache-2.0
/// A person types as much of an identifier as tells it from the others.
enum UniquePrefix {
    /// Refuses an empty text: every identifier begins with it.
    static func check(_ text: String) throws(UsageError) {
        if text.isEmpty { throw UsageError("the ID is empty; give one, or the beginning of one") }
    }

    /// The one identifier that begins with `text`, in any case.
    ///
    /// - Parameter noun: what the identifiers name, and `list` the command that lists them, for the error.
    /// - Throws: `CommandFailure` when there is none or more than one.
    static func find(_ text: String, among ids: [String], noun: String, list: String) throws(CommandFailure) -> String {
        let matching = ids.filter { $0.hasPrefix(text.uppercased()) }
        guard let match = matching.first else {
            throw CommandFailure("no \(noun) has an ID that begins with '\(text.printable)'; see `dialtone \(list)`")
        }
        guard matching.count == 1 else {
            throw CommandFailure(
                "several \(noun)s have an ID that begins with '\(text.printable)'; type more of it")
        }
        return match
    }
}

extension String {
    /// As much of an identifier as tables show.
    var short: String { String(prefix(8)) }
}
