// SPDX-License-Identifier: Apache-2.0

/// Text in lines that fit on a screen.
enum TextWrapping {
    /// The words of the text in as few lines as hold them; a word that is longer than a line has one to itself.
    static func lines(of text: String, columns: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let line = lines.last, line.columns + 1 + String(word).columns <= columns {
                lines[lines.count - 1] = line + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.isEmpty ? [""] : lines
    }

    /// The paragraphs of the text, which are as far apart as they were, each in lines of its own.
    static func paragraphs(of text: String, columns: Int) -> String {
        let paragraphs = text.split(separator: "\n\n").map { paragraph in
            lines(of: paragraph.split(separator: "\n").joined(separator: " "), columns: columns).joined(separator: "\n")
        }
        return paragraphs.joined(separator: "\n\n")
    }
}
