// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony
import TestSupport
import Testing

@testable import ModemManagerBackend

/// What the network says by itself, through ModemManager itself.
@Suite(.enabled(if: ModemManagerRig.isInstalled, "needs modemmanager, dbus and the built modem simulator"))
struct `Messages with the real ModemManager` {
    private typealias Codes = `Codes with the real ModemManager`

    @Test(arguments: [ModemSimulatorProcess.Profile.cinterion, .generic])
    func `a notice is told once, and a code can be run after it`(_ profile: ModemSimulatorProcess.Profile) async throws
    {
        try await Codes.run(profile) { rig, harness, line in
            try rig.say("Balance: 1.00")
            try await harness.wait(toHear: "Balance: 1.00", on: line)
            let reply = try await harness.backend.initiateUSSD("*100#", on: line)
            #expect(reply == USSDReply(text: "Balance: 5.00", wantsAnswer: false))
            #expect(harness.heard == ["Balance: 1.00"])
        }
    }

    @Test(arguments: [ModemSimulatorProcess.Profile.cinterion, .generic])
    func `a question is answered as one of a code is, and the same again is another`(
        _ profile: ModemSimulatorProcess.Profile
    ) async throws {
        try await Codes.run(profile) { rig, harness, line in
            for _ in 0..<2 {
                try rig.say("Pay 5.00?", asks: true)
                try await harness.wait(toHear: "Pay 5.00?", on: line, wantsAnswer: true)
                await refuses(.wrongState) { _ = try await harness.backend.initiateUSSD("*100#", on: line) }
                let reply = try await harness.backend.respondToUSSD("1", on: line)
                #expect(reply == USSDReply(text: "Thank you", wantsAnswer: false))
            }
            #expect(harness.heard == ["Pay 5.00?", "Pay 5.00?"])
        }
    }

    @Test func `a question that nobody answers is cancelled at the network`() async throws {
        try await Codes.run { rig, harness, line in
            try rig.say("Pay 5.00?", asks: true)
            try await harness.wait(toHear: "Pay 5.00?", on: line, wantsAnswer: true)
            try await harness.backend.cancelUSSD(on: line)
            try expectDump(of: rig, #""code":false"#)
            try await Codes.expectBalance(harness, line)
        }
    }

    @Test func `the end of a question at the network is told, and the line is free`() async throws {
        try await Codes.run { rig, harness, line in
            try rig.say("Pay 5.00?", asks: true)
            try await harness.wait(toHear: "Pay 5.00?", on: line, wantsAnswer: true)
            try rig.simulator.tell(#"{"do":"end-code"}"#)
            try await harness.log.next("the end", limit: .seconds(60)) { $0 == .sessionEnded(line) }
            await refuses(.wrongState) { _ = try await harness.backend.respondToUSSD("1", on: line) }
            try await Codes.expectBalance(harness, line)
        }
    }

    /// ModemManager takes what comes first for the answer: nothing in +CUSD tells them apart.
    @Test func `a notice while a code is set up is taken for its answer, and the answer told as the network's word`()
        async throws
    {
        try await Codes.run(codes: #"{"*100#": "Balance: 5.00", "*104#": {"text": "Late", "after": 3600}}"#) {
            rig, harness, line in
            async let reply = harness.backend.initiateUSSD("*104#", on: line)
            try await within(.seconds(60), "the network's session") {
                while try !dump(of: rig).contains(#""code":true"#) { try await pause() }
            }
            try rig.say("Balance: 1.00")
            let text = try await reply.text
            #expect(text == "Balance: 1.00")
            try rig.simulator.tell(#"{"do":"reply-code"}"#)
            try await harness.wait(toHear: "Late", on: line)
            #expect(harness.heard == ["Late"])
            try await Codes.expectBalance(harness, line)
        }
    }

    @Test func `a notice into a session that waits is told, and ends it`() async throws {
        try await Codes.run { rig, harness, line in
            _ = try await harness.backend.initiateUSSD("*101#", on: line)
            try rig.say("Too slow")
            try await harness.wait(toHear: "Too slow", on: line)
            #expect(harness.log.events.contains(.sessionEnded(line)))
            try await Codes.expectBalance(harness, line)
        }
    }

    @Test func `a question from before is told as text, and the next code ends its session`() async throws {
        try await ModemManagerRig.run(simulatorArguments: ["--scenario", "manual"]) { rig in
            try await BackendHarness.run(on: rig.privateBus, loop: rig.loop) { _ = try await $0.line() }
            try rig.say("Pay 5.00?", asks: true)
            try await within(.seconds(60), "the question") {
                while try await rig.sessionState() != 3 { try await pause() }
            }
            try await BackendHarness.run(on: rig.privateBus, loop: rig.loop) { harness in
                let line = try await harness.line().key
                // It may have come before the line did.
                try await within(.seconds(60), "the question") {
                    while harness.heard != ["Pay 5.00?"] { try await pause() }
                }
                await refuses(.wrongState) { _ = try await harness.backend.respondToUSSD("1", on: line) }
                try await Codes.expectBalance(harness, line)
            }
        }
    }

    @Test func `no answer to a code is told as the network's own word`() async throws {
        try await Codes.run { rig, harness, line in
            _ = try await harness.backend.initiateUSSD("*101#", on: line)
            _ = try await harness.backend.respondToUSSD("2", on: line)
            _ = try await harness.backend.respondToUSSD("7", on: line)
            // What comes later is heard, so nothing of the above is still on its way.
            try rig.say("Balance: 1.00")
            try await harness.wait(toHear: "Balance: 1.00", on: line)
            #expect(harness.heard == ["Balance: 1.00"])
        }
    }
}

extension ModemManagerRig {
    /// The network says something by itself.
    func say(_ text: String, asks: Bool = false) throws {
        try simulator.tell(#"{"do":"ussd","text":"\#(text)","asks":\#(asks)}"#)
    }

    /// Runs a code as another program does, and returns what the network says.
    func initiateCode(_ code: String) async throws -> String {
        try await bus.call(
            MethodAddress(
                destination: Name.service, path: try await modemWithCodes(), interface: Name.ussd, member: "Initiate"),
            code, deadline: .seconds(60), returning: String.self)
    }

    /// `MMModem3gppUssdSessionState`
    func sessionState() async throws -> UInt32? {
        try await bus.call(
            MethodAddress(
                destination: Name.service, path: try await modemWithCodes(), interface: Name.properties, member: "Get"),
            Name.ussd, "State", deadline: .seconds(60), returning: Variant.self
        ).uint32
    }

    private func modemWithCodes() async throws -> ObjectPath {
        let objects = try await bus.call(
            MethodAddress(
                destination: Name.service, path: Name.root, interface: Name.objectManager, member: "GetManagedObjects"),
            deadline: .seconds(60), returning: [ObjectPath: [String: [String: Variant]]].self)
        guard let modem = objects.first(where: { $0.value[Name.ussd] != nil })?.key else { throw CancellationError() }
        return modem
    }
}

extension BackendHarness {
    /// All that the network said by itself.
    var heard: [String] {
        log.events.compactMap { if case .said(let said, _) = $0 { said.text } else { nil } }
    }

    func wait(toHear text: String, on line: LineKey, wantsAnswer: Bool = false) async throws {
        try await log.next("\(text)", limit: .seconds(60)) {
            $0 == .said(USSDReply(text: text, wantsAnswer: wantsAnswer), line)
        }
    }
}
