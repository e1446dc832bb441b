// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import Telephony

/// The arguments of `Simulation1.Perform`.
enum SimulationArguments: OptionNames {
    static let known: Set<String> = ["number", "name", "presentation", "line", "text", "asks", "on"]
}

// What is to be played, out of words.
extension ConversationEndpoint {
    static func command(_ word: String, _ arguments: Options<SimulationArguments>) throws -> SimulationCommand {
        let number: String? = try arguments.value("number")
        let line: String? = try arguments.value("line")
        let flag: Bool = try arguments.value("on") ?? true
        switch word {
        case "incoming": return .incoming(try party(arguments), line: line)
        case "alert": return .alert(number: number)
        case "answer": return .answer(number: number)
        case "hangup": return .hangUp(number: number)
        case "busy": return .busy(number: number)
        case "no-answer": return .noAnswer(number: number)
        case "reject": return .reject(number: number)
        case "refuse": return .refuse(number: number)
        case "ussd": return .message(try text(arguments), asks: try arguments.value("asks") ?? false, line: line)
        case "coverage": return .coverage(flag, line: line)
        case "sim": return .simPresent(flag, line: line)
        case "lock": return .simLocked(line: line)
        case "plug": return .plug(line: line)
        case "unplug": return .unplug(line: line)
        default:
            throw TelephonyError(.invalidArgument, "there is no such simulation; dialtone simulate --help lists them")
        }
    }

    private static func text(_ arguments: Options<SimulationArguments>) throws -> String {
        guard let text: String = try arguments.value("text"), !text.isEmpty else {
            throw TelephonyError(.invalidArgument, "the network has to say something; give a text")
        }
        return text
    }

    private static func party(_ arguments: Options<SimulationArguments>) throws -> RemoteParty {
        let word: String = try arguments.value("presentation") ?? RemoteParty.Presentation.allowed.rawValue
        guard let presentation = RemoteParty.Presentation(rawValue: word) else {
            throw TelephonyError(
                .invalidArgument, "there is no such presentation; give allowed, restricted, unknown or payphone")
        }
        var number: String = try arguments.value("number") ?? ""
        if presentation == .allowed { number = try DialString(parsing: number).text }
        return RemoteParty(number: number, name: try arguments.value("name") ?? "", presentation: presentation)
    }
}
