// SPDX-License-Identifier: Apache-2.0

/// Columns of text, each as wide as its widest cell.
struct TextTable: Hashable, Sendable {
    private var rows: [[String]] = []

    init(_ header: [String] = []) {
        if !header.isEmpty { rows.append(header) }
    }

    mutating func add(_ row: [String]) { rows.append(row.map(\.printable)) }

    /// Two blanks between columns, none at a line's end.
    var lines: [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.compactMap { $0.dropFirst(column).first?.count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}

extension String {
    /// The text without what could move the cursor or turn the writing direction: names come from the network.
    var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isHarmless ? $0 : "\u{FFFD}" }))
    }
}

extension Unicode.Scalar {
    /// Whether a terminal shows it and does nothing else.
    var isHarmless: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
