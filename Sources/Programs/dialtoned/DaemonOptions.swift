// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// What the command line says.
struct DaemonOptions {
    var scenario: String?
    var isInDeveloperMode = false
    var database: String?
    /// The answer to every prompt, for tests; nil asks the person.
    var answer: Bool?
    var logLevel = Log.Level.info

    enum Request {
        case run(DaemonOptions)
        /// Print this and end with the status.
        case say(String, status: Int32)
    }

    static let help = """
        dialtoned: the dialer service of the session: routes calls, keeps roles and history.

        usage: dialtoned [options]

          --simulated[=SCENARIO]  run on a simulated network and not on ModemManager; SCENARIO is a name
                                  (default, instant, manual, no-sim, pin-locked, no-coverage, two-lines, empty)
                                  or the path of a scenario file
          --developer-mode        count apps in the person's own data directory, and change roles without a prompt
          --prompts allow|decline with --developer-mode: answer every prompt so, without showing it, for tests
          --database PATH         where history, roles and lines are kept
                                  (default: $XDG_STATE_HOME/dialtone/dialtone.db)
          --log-level LEVEL       error, info or debug (default: info)
          --version               print the version
          --help                  print this

        It offers org.dialtone.Dialtone1 on the session bus, which starts it when it is needed, and ends cleanly on
        SIGTERM. Numbers are in no log.
        """

    /// Parses the arguments after the program's name.
    static func parse(_ arguments: some Sequence<String>, version: String) -> Request {
        var options = DaemonOptions()
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": return .say(help, status: 0)
            case "--version": return .say("dialtoned \(version)", status: 0)
            case "--developer-mode": options.isInDeveloperMode = true
            case "--simulated": options.scenario = "default"
            case _ where argument.hasPrefix("--simulated="): options.scenario = String(argument.dropFirst(12))
            case "--database", "--log-level", "--prompts":
                guard let value = rest.popFirst() else { return usage("\(argument) needs a value") }
                if let problem = options.set(argument, value) { return usage(problem) }
            default: return usage("unknown option \(argument)")
            }
        }
        if options.answer != nil, !options.isInDeveloperMode { return usage("--prompts needs --developer-mode") }
        return .run(options)
    }

    private mutating func set(_ option: String, _ value: String) -> String? {
        if option == "--database" {
            database = value.hasPrefix("/") ? value : FileManager.default.currentDirectoryPath + "/" + value
            return value.isEmpty ? "--database needs a path" : nil
        }
        if option == "--prompts" {
            answer = value == "allow"
            return value == "allow" || value == "decline" ? nil : "--prompts is allow or decline"
        }
        guard let level = Log.Level(rawValue: value) else { return "--log-level is error, info or debug" }
        logLevel = level
        return nil
    }

    private static func usage(_ problem: String) -> Request {
        .say("dialtoned: \(problem); dialtoned --help lists the options", status: 2)
    }
}
