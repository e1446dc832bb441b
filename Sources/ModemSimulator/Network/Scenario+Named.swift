// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// Why a scenario cannot be had.
package struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
}

extension Scenario {
    /// The numbers a person can try: 5550101 is busy, 5550102 does not answer, 5550103 hangs up, 5550104 is refused.
    package static let people = [
        RemoteScript(number: "5550101", steps: [.init(.busy, after: 0.5)]),
        RemoteScript(number: "5550102", steps: [.init(.alert, after: 0.2), .init(.noAnswer, after: 30)]),
        RemoteScript(
            number: "5550103", steps: [.init(.alert, after: 0.2), .init(.answer, after: 1), .init(.hangUp, after: 2)]),
        RemoteScript(number: "5550104", steps: [.init(.refuse, after: 0.2)]),
    ]

    /// The codes a person can try: a balance, a menu, one that the network ends, does not know, answers late or never.
    package static let services: [String: CodeScript] = [
        "*100#": CodeScript("Balance: 5.00"),
        "*101#": CodeScript(
            "1 Balance, 2 Data",
            answers: [
                "1": CodeScript("Balance: 5.00"),
                "2": CodeScript("How many days?", answers: ["1": CodeScript("Ordered"), "7": CodeScript("Ordered")]),
            ]),
        "*102#": CodeScript("", outcome: .terminated),
        "*103#": CodeScript("", outcome: .notSupported),
        "*104#": CodeScript("Late", after: 2),
        "*105#": CodeScript("", isSilent: true),
    ]

    /// Rings after 0.2 s and answers 1 s later.
    package static let anybody = RemoteScript(steps: [.init(.alert, after: 0.2), .init(.answer, after: 1)])

    /// The names that `init(named:)` knows.
    package static let names = [
        "default", "instant", "manual", "no-sim", "pin-locked", "no-coverage", "two-lines", "empty",
    ]

    /// A scenario by its name, or from a JSON file when the text is a path.
    ///
    /// Throws `ScenarioError` for an unknown name, an unreadable file or one that exceeds a limit.
    package init(named name: String) throws {
        self.init()
        switch name {
        case "default": break
        case "instant": removeDelays()
        case "manual": (parties, otherwise) = ([], RemoteScript(steps: []))
        case "no-sim": modems[0].sim = .absent
        case "pin-locked": modems[0].sim = .pinLocked
        case "no-coverage": modems[0].coverage = false
        case "two-lines": modems.append(SimulatedModem(position: 1))
        case "empty": modems = []
        default: self = try Scenario(file: name)
        }
    }

    private mutating func removeDelays() {
        parties = parties.map(\.withoutDelay)
        otherwise = otherwise.withoutDelay
    }

    private init(file path: String) throws {
        guard path.contains("/") || path.hasSuffix(".json") else {
            throw ScenarioError(
                description: "no scenario '\(path)'; there are \(Self.names.joined(separator: ", ")), or a JSON file")
        }
        do {
            self = try JSONDecoder().decode(Scenario.self, from: Data(contentsOf: URL(filePath: path)))
        } catch {
            throw ScenarioError(description: "the scenario in \(path) cannot be read: \(error)")
        }
        try check()
    }
}

extension Scenario {
    /// Modems a network can have.
    package static let maximumModems = 8
    /// Numbers with a script of their own.
    package static let maximumParties = 1_000
    /// Steps of one script.
    package static let maximumSteps = 32
    /// Codes the network knows, and everything it says after their answers.
    package static let maximumCodes = 1_000
    /// Seconds between two steps of a script, and for one line of AT commands.
    package static let maximumDelay = 86_400.0

    /// Throws `ScenarioError` when something is out of bounds.
    package func check() throws {
        try require(modems.count <= Self.maximumModems, "more than \(Self.maximumModems) modems")
        try require(parties.count <= Self.maximumParties, "more than \(Self.maximumParties) parties")
        try require(Set(modems.map(\.id)).count == modems.count, "two modems with the same id")
        // The service that apps see is made of it.
        try require(Set(modems.map(\.iccid)).count == modems.count, "two modems with the same iccid")
        let scripts = parties + [otherwise, callers]
        try require(scripts.allSatisfy { $0.steps.count <= Self.maximumSteps }, "a script that is too long")
        let replies = codes.values.flatMap(\.all)
        try require(replies.count <= Self.maximumCodes, "more than \(Self.maximumCodes) replies to codes")
        let delays = scripts.flatMap(\.steps).map(\.after) + replies.map(\.after) + [latency]
        try require(delays.allSatisfy { (0...Self.maximumDelay).contains($0) }, "a delay that is no time of day")
    }

    private func require(_ fact: Bool, _ fault: String) throws {
        guard fact else { throw ScenarioError(description: "the scenario has \(fault)") }
    }
}
