// SPDX-License-Identifier: Apache-2.0

/// Columns of text, each as wide as its widest cell.
struct TextTable: Hashable, Sendable {
    private var rows: [[String]] = []

    init(_ header: [String] = []) {
        if !header.isEmpty { rows.append(header) }
    }

    mutating func add(_ row: [String]) { rows.append(row.map(\.printable)) }

    /// The rows as they are printed: two blanks between columns, none at a line's end.
    ///
    /// - Parameter columns: how wide the screen is; nil where that does not matter. What is wider goes on below its last
    ///   column, or, where that would be too narrow to read, a row goes on in further lines.
    func lines(columns: Int? = nil) -> [String] {
        let aligned = rows.map(aligned)
        guard let columns, aligned.contains(where: { $0.columns > columns }) else { return aligned }
        let start = lastColumn
        guard columns - start >= Self.narrowest else { return rows.flatMap { flowing($0, columns) } }
        return rows.flatMap { row in
            guard row.count == widths.count, let last = row.last else { return [self.aligned(row)] }
            let begin = self.aligned(Array(row.dropLast())).padded(to: start)
            let parts = TextWrapping.lines(of: last, columns: columns - start)
            return parts.enumerated().map { place, part in
                (place == 0 ? begin : String(repeating: " ", count: start)) + part
            }.map(\.withoutBlanksBehind)
        }
    }

    /// What a last column needs at least to be read.
    private static let narrowest = 20
    /// What further lines of a row have in front.
    private static let indentation = 4

    private var widths: [Int] {
        (0..<(rows.map(\.count).max() ?? 0)).map { column in
            rows.compactMap { $0.dropFirst(column).first?.columns }.max() ?? 0
        }
    }

    /// Where the last column begins.
    private var lastColumn: Int { widths.dropLast().reduce(0) { $0 + $1 + 2 } }

    private func aligned(_ row: [String]) -> String {
        zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ").withoutBlanksBehind
    }

    /// The cells of a row one after the other, as many in a line as there is room for.
    private func flowing(_ row: [String], _ columns: Int) -> [String] {
        let indent = String(repeating: " ", count: Self.indentation)
        var lines: [String] = []
        for cell in row where !cell.allSatisfy({ $0 == " " }) {
            if let line = lines.last, line.columns + 2 + cell.columns <= columns {
                lines[lines.count - 1] = line + "  " + cell
            } else {
                let start = lines.isEmpty ? String(cell.prefix { $0 == " " }) : indent
                lines += TextWrapping.lines(of: cell, columns: columns - start.count).map { start + $0 }
            }
        }
        return lines
    }
}

extension String {
    /// The text without what could move the cursor or turn the writing direction: names come from the network.
    var printable: String {
        var shown = UnicodeScalarView()
        for scalar in unicodeScalars {
            let isJoiner = scalar.isJoiner && shown.last.map(\.takesJoiner) == true
            shown.append(scalar.isHarmless || isJoiner ? scalar : "\u{FFFD}")
        }
        return String(shown)
    }

    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - columns))
    }

    fileprivate var withoutBlanksBehind: String { String(reversed().drop { $0 == " " }.reversed()) }
}

extension Unicode.Scalar {
    /// Whether a terminal shows it and does nothing else.
    var isHarmless: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }

    /// The two marks that words of Persian and of Indian languages are spelled with, and pictures put together.
    fileprivate var isJoiner: Bool { self == "\u{200C}" || self == "\u{200D}" }

    fileprivate var takesJoiner: Bool { !isASCII && !isJoiner && isHarmless && self != "\u{FFFD}" }
}
