// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// A rig with its line ready and a monitor listening, shared by the tests of a suite.
struct Stage: Sendable {
    let rig: DialtoneRig
    let monitor: Monitor
    /// What goes to the modem and comes from it.
    let tail: EventLog<String>

    @TaskLocal private static var shared: Stage?

    /// The one of the suite that the test is in.
    static var current: Stage {
        get throws { try #require(shared, "the suite lacks its stage") }
    }

    /// What the modem was told since the stage began: the AT lines that begin so.
    func commands(_ prefix: String) -> [String] {
        tail.events.filter { $0.contains(#""from":"host""#) && $0.contains(#""text":"\#(prefix)"#) }
    }

    /// Expects that a body makes the modem neither dial nor run a code.
    func expectNothingDialed(
        sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
    ) async throws {
        let before = commands("ATD").count + commands("AT+CUSD=1").count
        try await body()
        // Whatever is on its way to the modem is there before this.
        try await rig.ask("status")
        let after = commands("ATD").count + commands("AT+CUSD=1").count
        #expect(after == before, sourceLocation: sourceLocation)
        #expect(try await rig.calls().isEmpty, sourceLocation: sourceLocation)
    }

    /// Ends the conversation that is up and returns when its row is written.
    func hangUp() async throws {
        try await rig.ask("hangup")
        try await rig.waitForNoConversations()
        // The modem takes its empty list to be about the next call, when that is dialed before.
        try await rig.modems.waitForNoCalls()
    }

    fileprivate static func perform(
        on network: DialtoneRig.Network, _ body: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await DialtoneRig.run(on: network) { rig in
            try rig.install(.articleDialer)
            try await rig.waitForLine()
            let stage = Stage(rig: rig, monitor: try await Monitor(on: rig), tail: try rig.modems.simulator.tail())
            try await $shared.withValue(stage) { try await body() }
        }
    }
}

/// Gives a suite its stage, once for all its tests.
struct StageTrait: SuiteTrait, TestScoping {
    let profile: ModemSimulatorProcess.Profile
    /// A scenario's JSON; nil for `manual`.
    let world: String?

    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let folder = try ScratchFolder()
        let scenario = try world.map { try folder.write($0, to: "world.json") } ?? "manual"
        try await Stage.perform(on: .modemManager(profile, scenario), function)
    }
}

extension Trait where Self == StageTrait {
    /// - Parameter modem: what is special about the modem, in the JSON of a scenario (docs/modem-simulator.md).
    static func stage(_ profile: ModemSimulatorProcess.Profile, modem: String? = nil) -> Self {
        Self(profile: profile, world: modem.map { Scenario.world(modem: $0) })
    }
}

/// Scenarios of tests.
enum Scenario {
    /// A network on which nothing happens by itself, with one modem.
    static func world(modem: String) -> String {
        #"{"modems": [{"id": "sim0", \#(modem)}], "parties": [], "otherwise": {"number": "", "steps": []}}"#
    }
}

extension Trait where Self == ConditionTrait {
    /// Without the programs a test reports itself skipped.
    static var needsDialtone: Self { .enabled(if: DialtoneRig.isInstalled, "needs dbus-daemon and the built programs") }
    static var needsModemManager: Self {
        .enabled(if: DialtoneRig.isInstalled && ModemManagerRig.isInstalled, "needs modemmanager and dbus-daemon")
    }
}
