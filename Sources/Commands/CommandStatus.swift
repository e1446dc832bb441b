// SPDX-License-Identifier: Apache-2.0

/// What the program's exit status tells a script; the numbers stay as they are.
enum CommandStatus: Int32, CaseIterable, Hashable, Sendable {
    case done = 0
    /// The daemon, or the program, refused or failed.
    case refused = 1
    case wrongUsage = 2
    /// The other side was called, and was busy, did not answer or declined.
    case notReached = 3
    /// Nobody was called: no line, no network, a number that cannot be, a network that would not.
    case notDialed = 4
    /// A conversation that was connected was cut off, or nobody knows what became of it.
    case lost = 5
    /// It was ended here before anybody answered.
    case givenUp = 6
    /// 128 and the number of SIGINT, as shells have it.
    case interrupted = 130

    /// What the help says.
    var meaning: String {
        switch self {
        case .done: "done"
        case .refused: "refused or failed"
        case .wrongUsage: "wrong usage"
        case .notReached: "not reached (busy, unanswered or declined)"
        case .notDialed: "could not dial"
        case .lost: "the conversation was cut off or lost sight of"
        case .givenUp: "ended here before anybody answered"
        case .interrupted: "interrupted"
        }
    }

    /// All of them in one sentence.
    static var summary: String {
        "Exit status: " + allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ") + "."
    }
}
