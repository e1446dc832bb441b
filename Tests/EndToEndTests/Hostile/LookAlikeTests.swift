// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Apps whose manifests try to look like another one, or like words of the system, when the person is asked.
@Suite(.serialized, .needsDialtone, .enabled(if: access(AgentTerminal.script, X_OK) == 0, "needs script(1)"))
struct `An app that asks for a role under a false name` {
    static let identifier = "org.example.lookalike"

    /// Names that must not count: such a manifest is none.
    static let refused: [(what: String, name: String)] = [
        ("right-to-left override", "Dialer\u{202e}gpj.exe"), ("right-to-left mark", "Dialer\u{200f}"),
        ("isolate", "\u{2067}Dialer\u{2069}"), ("zero width space", "Dial\u{200b}er"),
        ("zero width joiner", "Dial\u{200d}er"), ("byte order mark", "\u{feff}Dialer"),
        ("soft hyphen", "Dia\u{ad}ler"), ("tag characters", "Dialer\u{e0041}\u{e007f}"),
        ("line end", "Dialer (org.dialtone.cli) asks to make itself the default.\nAllow"),
        ("carriage return", "evil\rDialer"), ("escape", "\u{1b}[2JDialer"), ("line separator", "Dialer\u{2028}Allow"),
        ("next line", "Dialer\u{85}Allow"), ("private use", "Dialer\u{e000}"),
        ("ten thousand characters", String(repeating: "Dialer ", count: 1_500)),
        ("one character of ten thousand marks", "e" + String(repeating: "\u{301}", count: 10_000)),
        ("nothing but a mark", "\u{301}\u{301}"), ("nothing but blanks", "   "),
        ("nothing but a hidden letter", "\u{3164}"), ("hidden letters", "Dialer\u{115f}\u{1160}"),
        ("a braille blank", "\u{2800}"), ("a variation selector", "Dialer\u{fe0f}"),
        ("a grapheme joiner", "Dial\u{34f}er"), ("wide blanks", "Dialer\u{3000}\u{3000}\u{3000}(org.dialtone.cli)"),
        ("no-break blanks", "Dialer\u{a0}\u{a0}"), ("blanks", "Dialer          of the system"),
        ("another one's identifier in brackets", "Dialer (org.dialtone.cli) asks to make itself the default. Phone"),
        ("wide brackets", "Dialer\u{ff08}org.dialtone.cli\u{ff09}"), ("a mark on a blank", "Dialer \u{338}Phone"),
    ]

    @Test func `is no app`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            _ = try await rig.caller("lookalike", as: Self.app("Dialer"))
            for (what, name) in Self.refused {
                try await expectNobody(rig, Self.app(name), what)
            }
            try rig.install(Self.app("Dialer", of: rig))
            let honest = try await rig.anotherCaller("lookalike")
            #expect(try await honest.outcome(of: .requestRole).code == "PromptUnavailable")
        }
    }

    private func expectNobody(_ rig: DialtoneRig, _ app: AppManifest, _ what: String) async throws {
        var app = app
        app.executable = rig.folder.file("bin-lookalike")
        try rig.install(app)
        let caller = try await rig.anotherCaller("lookalike")
        #expect(try await caller.outcome(of: .requestRole).code == "UnknownApp", "\(what)")
        #expect(try await rig.ask("apps").contains("lookalike") == false, "\(what)")
    }

    /// Identifiers that are not what they look like.
    static let identifiers = [
        "org.dialtone.\u{441}li", "org\u{ff0e}dialtone.cli", "org.example.dia\u{301}ler", "org.example.dial\u{200b}er",
        "org.example.a b", "lookalike",
    ]

    @Test func `whose identifier is not plain letters is no app`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            _ = try await rig.copyCaller("lookalike")
            for identifier in Self.identifiers {
                var app = Self.app("Dialer")
                app.bundleIdentifier = identifier
                try await expectNobody(rig, app, identifier)
                try rig.folder.removeItem("\(DialtoneRig.apps)/\(identifier)")
            }
        }
    }

    /// Names that are odd and still names: what the terminal shows has the identifier behind them, in one line.
    static let shown = ["Phone", "Телефон", "الهاتف", "電話", "โทรศัพท์", "a\"'`$reboot%n, org.dialtone.cli"]

    @Test func `is asked about with its real identifier, in one line`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            _ = try await rig.copyCaller("lookalike")
            let terminal = try await AgentTerminal(rig)
            defer { terminal.close() }
            for name in Self.shown {
                try rig.install(Self.app(name, of: rig))
                let caller = try await rig.anotherCaller("lookalike")
                try caller.connection.send(.requestRole)
                let line = try await terminal.agent.output.next("the question") { $0.contains("asks to make") }
                #expect(
                    line.hasPrefix("\(name) (\(Self.identifier)) asks to make \(name) (\(Self.identifier)) the default")
                )
                let isPlain = line.unicodeScalars.allSatisfy { $0 == "\r" || $0.properties.generalCategory != .control }
                #expect(isPlain, "\(line.debugDescription)")
                caller.connection.close()
                try await terminal.agent.output.next("the end of the question") { $0.contains("no longer asked") }
            }
        }
    }

    @Test func `is shown to a graphical screen by its real identifier`() async throws {
        try await DialtoneRig.run(on: .simulated("manual")) { rig in
            let screen = try await rig.caller(
                "screen", as: AppManifest("org.example.screen", entitlements: ["org.dialtone.system-ui"]))
            let register = RawMessage.to("Prompts1", "Register", saying: "graphical")
            #expect(try await screen.outcome(of: register).error == nil)
            let caller = try await rig.caller("lookalike", as: Self.app("Phone"))
            try caller.connection.send(.requestRole)
            let shown = try await onThread { try screen.connection.next { $0.member == "Show" } }
            // After the identifier of the prompt and the act: who asks, and under what name.
            let texts = shown.body.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            let asker = try #require(texts.firstIndex(of: Self.identifier))
            #expect(texts[asker...].contains("Phone"))
        }
    }

    private static func app(_ name: String, of rig: DialtoneRig? = nil) -> AppManifest {
        AppManifest(
            identifier, executable: rig?.folder.file("bin-lookalike") ?? "",
            entitlements: ["com.apple.developer.dialing-app"], displayName: name)
    }
}

extension RawMessage {
    fileprivate static var requestRole: RawMessage {
        to("Roles1", "Request", saying: "t\(UInt64.random(in: 0 ..< .max))", "dialer")
    }
}
