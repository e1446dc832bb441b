// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// The command line `dialtone`.
package struct Dialtone: Sendable {
    let terminal: any Terminal
    /// Called when a command needs the daemon.
    let connect: @Sendable () async throws -> any Daemon
    /// Time that never jumps; a test's own.
    var uptime: @Sendable () -> Duration = Dialtone.systemUptime
    /// How long a command is silent while it waits for somebody; a test's own.
    var silence = Duration.seconds(2)

    /// Runs one command and returns the exit status (`CommandStatus`).
    ///
    /// - Parameter words: the arguments without the program's name.
    package func run(_ words: [String]) async -> Int32 {
        do {
            try await perform(words)
            return CommandStatus.done.rawValue
        } catch is OutputClosed {
            return CommandStatus.done.rawValue  // Whoever read our output has enough of it.
        } catch let error as UsageError {
            terminal.complain("dialtone: \(error.message.printable)")
            return CommandStatus.wrongUsage.rawValue
        } catch {
            terminal.complain("dialtone: \(String(describing: error).printable)")
            return ((error as? CommandFailure)?.status ?? .refused).rawValue
        }
    }

    /// Since some moment in the past.
    private static let systemUptime: @Sendable () -> Duration = {
        let start = ContinuousClock.now
        return { start.duration(to: .now) }
    }()

    private func perform(_ words: [String]) async throws {
        guard try !printHelp(words) else { return }
        guard let (entry, rest) = CommandTable.find(words) else { throw unknown(words) }
        if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            return try terminal.print(entry.help.text(columns: terminal.helpColumns))
        }
        let command = try parse(rest, as: entry)
        do {
            try await command.run(Context(daemon: connect(), terminal: terminal, uptime: uptime, silence: silence))
        } catch is CancellationError {
            throw CommandFailure(entry.interruption, status: .interrupted)
        }
    }

    private func parse(_ words: [String], as entry: CommandEntry) throws(UsageError) -> any Command {
        do throws(UsageError) {
            return try entry.make(Arguments(words, options: entry.help.allOptions))
        } catch {
            throw UsageError("\(error.message); see `dialtone \(entry.help.name) --help`")
        }
    }

    /// Answers the ways in which help can be asked for without a command; false when this is none.
    private func printHelp(_ words: [String]) throws -> Bool {
        let asksForHelp = ["help", "--help", "-h"]
        switch words.first {
        case "--version":
            try terminal.print("dialtone \(dialtoneVersion)")
        case let word? where asksForHelp.contains(word):
            try terminal.print(try help(on: Array(words.dropFirst())))
        case let group? where CommandTable.find(words) == nil && asksForHelp.contains(words.dropFirst().first ?? ""):
            try terminal.print(try help(on: [group]))
        default:
            return false
        }
        return true
    }

    private func help(on words: [String]) throws -> String {
        if words.isEmpty { return CommandTable.overview(columns: terminal.helpColumns) }
        if let (command, _) = CommandTable.find(words) { return command.help.text(columns: terminal.helpColumns) }
        guard let group = words.first, !CommandTable.group(group).isEmpty else { throw unknown(words) }
        return CommandTable.overview(of: group, columns: terminal.helpColumns)
    }

    private func unknown(_ words: [String]) -> UsageError {
        guard let word = words.first else { return UsageError("which command? See `dialtone help`") }
        guard !CommandTable.group(word).isEmpty else {
            return UsageError("there is no command '\(word)'; see `dialtone help`")
        }
        return UsageError("'\(word)' needs one of its commands; see `dialtone help \(word)`")
    }
}
