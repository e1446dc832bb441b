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

    fileprivate static func perform(
        on network: DialtoneRig.Network, _ body: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await DialtoneRig.run(on: network) { rig in
            try await rig.waitForLine()
            let stage = Stage(rig: rig, monitor: try await Monitor(on: rig), tail: try rig.modems.simulator.tail())
            try await $shared.withValue(stage) { try await body() }
        }
    }
}

/// Gives a suite its stage, once for all its tests.
struct StageTrait: SuiteTrait, TestScoping {
    let network: DialtoneRig.Network

    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await Stage.perform(on: network, function)
    }
}

extension Trait where Self == StageTrait {
    static func stage(_ profile: ModemSimulatorProcess.Profile) -> Self {
        Self(network: .modemManager(profile, "manual"))
    }
}

extension Trait where Self == ConditionTrait {
    /// Without the programs a test reports itself skipped.
    static var needsDialtone: Self { .enabled(if: DialtoneRig.isInstalled, "needs dbus-daemon and the built programs") }
    static var needsModemManager: Self {
        .enabled(if: DialtoneRig.isInstalled && ModemManagerRig.isInstalled, "needs modemmanager and dbus-daemon")
    }
}
