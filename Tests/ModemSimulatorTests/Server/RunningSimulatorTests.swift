// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import ModemSimulator
import TestSupport
import Testing

@Suite("A running simulator")
struct RunningSimulatorTests {
    /// Runs a simulator with two modems for as long as the body lasts.
    private static func run(
        _ scenario: String = "two-lines", _ body: (ScratchFolder, _ control: SocketClient) throws -> Void
    ) throws {
        let folder = try ScratchFolder()
        let simulator = try RunningSimulator(options(folder, scenario))
        defer { simulator.stop() }
        try body(folder, try #require(SocketClient(folder.file("control"))))
    }

    private static func options(_ folder: ScratchFolder, _ scenario: String = "manual") throws -> SimulatorOptions {
        let scenario = try Scenario(named: scenario)
        return SimulatorOptions(
            sockets: scenario.modems.map { folder.file($0.id) }, control: folder.file("control"), scenario: scenario)
    }

    @Test("speaks AT commands on a socket for each modem")
    func ports() throws {
        try Self.run { folder, _ in
            for (modem, number) in [("sim0", "+15550190"), ("sim1", "+15550191")] {
                let host = try #require(SocketClient(folder.file(modem)))
                host.send("ATE0\r\n")
                #expect(host.read(to: "OK\r\n") != nil)
                host.send("AT+CNUM\r\n")
                #expect(host.read(to: "OK\r\n") == "\r\n+CNUM: ,\"\(number)\",145\r\n\r\nOK\r\n")
            }
        }
    }

    @Test("lets things happen by themselves in time")
    func time() throws {
        try Self.run("instant") { folder, _ in
            let host = try #require(SocketClient(folder.file("sim0")))
            host.send("ATD5550101;\r\n")
            #expect(host.read(to: "BUSY\r\n") != nil)
        }
    }

    @Test("does what a tester writes, and tells what is wrong with it")
    func control() throws {
        try Self.run { folder, control in
            let host = try #require(SocketClient(folder.file("sim1")))
            #expect(control.ask(#"{"do":"incoming","from":"+15550123","line":"sim1"}"#) == "{\"ok\":true}\n")
            #expect(host.read(to: "RING\r\n") != nil)
            #expect(control.ask(#"{"do":"dump"}"#)?.contains(#""number":"+15550123","state":"incoming""#) == true)
            #expect(control.ask(#"{"do":"hangup"}"#) == "{\"ok\":true}\n")
            #expect(host.read(to: "NO CARRIER\r\n") != nil)
            #expect(control.ask(#"{"do":"hangup"}"#) == "{\"error\":\"no such call\",\"ok\":false}\n")
            for wrong in [
                "", "nonsense", "{}", #"{"do":"dance"}"#, #"{"do":"fail"}"#, #"{"do":"latency","seconds":-1}"#,
            ] {
                #expect(control.ask(wrong)?.contains(#""ok":false"#) == true)
            }
        }
    }

    @Test(
        "takes every request that it documents",
        arguments: [
            #"{"do":"coverage","on":false}"#, #"{"do":"sim","state":"absent","line":"sim0"}"#,
            #"{"do":"fail","command":"D","final":"BUSY","times":2}"#, #"{"do":"mute","command":"A"}"#,
            #"{"do":"heal","command":"A"}"#, #"{"do":"heal"}"#, #"{"do":"latency","seconds":0.1}"#,
            #"{"do":"drop","line":"sim1"}"#, #"{"do":"unplug","line":"sim1"}"#, #"{"do":"plug"}"#, #"{"do":"tail"}"#,
            #"{"do":"ussd","text":"A"}"#, #"{"do":"ussd","text":"A","answers":{"1":"One"},"line":"sim0"}"#,
            #"{"do":"incoming"}"#, #"{"do":"incoming","from":"5550123","name":"A","presentation":"payphone"}"#,
        ])
    func requests(request: String) throws {
        try Self.run { _, control in #expect(control.ask(request) == "{\"ok\":true}\n") }
    }

    @Test("follows the other side's acts", arguments: ["alert", "answer", "busy", "no-answer", "reject", "refuse"])
    func acts(act: String) throws {
        try Self.run("manual") { folder, control in
            let host = try #require(SocketClient(folder.file("sim0")))
            host.send("ATE0D5550100;\r\n")
            #expect(host.read(to: "OK\r\n") != nil)
            #expect(control.ask(#"{"do":"\#(act)","number":"5550100"}"#) == "{\"ok\":true}\n")
        }
    }

    @Test("shows every line and when it went over a port to who follows")
    func tail() throws {
        struct Line: Decodable {
            var time: Int64
            var modem: String
            var from: String
            var text: String
        }
        try Self.run { folder, control in
            #expect(control.ask(#"{"do":"tail"}"#) == "{\"ok\":true}\n")
            let host = try #require(SocketClient(folder.file("sim0")))
            host.send("ATE0\r\n")
            let lines = try (1...3).map { _ in
                try JSONDecoder().decode(Line.self, from: Data(try #require(control.read(to: "\n")).utf8))
            }
            #expect(lines.map(\.from) == ["host", "modem", "modem"])
            #expect(lines.map(\.text) == ["ATE0", "ATE0\r", "\r\nOK\r\n"])
            #expect(lines.allSatisfy { $0.modem == "sim0" } && lines[0].time <= lines[2].time)
        }
    }

    @Test("closes its ports when it is told to drop them, and takes the host back")
    func drop() throws {
        try Self.run { folder, control in
            let host = try #require(SocketClient(folder.file("sim0")))
            host.send("AT\r\n")
            #expect(host.read(to: "OK\r\n") != nil)
            #expect(control.ask(#"{"do":"drop"}"#) == "{\"ok\":true}\n")
            #expect(host.read(to: "OK\r\n") == nil)
            let again = try #require(SocketClient(folder.file("sim0")))
            again.send("AT\r\n")
            #expect(again.read(to: "OK\r\n") != nil)
        }
    }

    @Test("ends a tester's connection that writes a line without end")
    func endlessLine() throws {
        try Self.run { _, control in
            control.send(String(repeating: "x", count: 10_000))
            #expect(control.read(to: "\n") == nil)
        }
    }

    @Test("takes the place of a socket that nobody listens on, and of nothing else")
    func staleSockets() throws {
        let folder = try ScratchFolder()
        let left = try RunningSimulator(Self.options(folder))
        try FileManager.default.linkItem(atPath: folder.file("sim0"), toPath: folder.file("left"))
        left.stop()
        let options = SimulatorOptions(sockets: [folder.file("left")])
        try RunningSimulator(options).stop()
        try folder.write("precious", to: "file")
        #expect(throws: SocketFailure.self) { try RunningSimulator(SimulatorOptions(sockets: [folder.file("file")])) }
        #expect(FileManager.default.fileExists(atPath: folder.file("file")))
        let long = folder.file(String(repeating: "x", count: 200))
        #expect(throws: SocketFailure.self) { try RunningSimulator(SimulatorOptions(sockets: [long])) }
    }

    @Test("takes its sockets with it when it ends, and the place of one that could not")
    func sockets() throws {
        let folder = try ScratchFolder()
        let first = try RunningSimulator(Self.options(folder))
        #expect(throws: SocketFailure.self) { try RunningSimulator(Self.options(folder)).stop() }
        for name in ["control", "sim0"] { #expect(SocketClient(folder.file(name)) != nil) }
        first.stop()
        #expect(SocketClient(folder.file("control")) == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.file("sim0")))
    }
}
