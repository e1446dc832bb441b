// SPDX-License-Identifier: Apache-2.0
package import Telephony

/// What the routing found: the line, or several of which the person has to choose one.
package enum LineChoice: Hashable, Sendable {
    case line(Line)
    case among([Line])

    /// The lines that it can still be.
    package var candidates: [Line] {
        switch self {
        case .line(let line): [line]
        case .among(let lines): lines
        }
    }

    /// The line. Throws `lineChoiceNeeded` when the person has yet to choose.
    package func settled() throws(TelephonyError) -> Line {
        guard case .line(let line) = self else { throw Self.isOpen }
        return line
    }

    /// Nobody can ask the person, or the lines changed meanwhile.
    static let isOpen = TelephonyError(
        .lineChoiceNeeded,
        "several lines could be meant, or the number's own cannot be used now; name one (--service, dialtone services), "
            + "or choose with dialtone lines default")
}
