// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import DBus
import Telephony
import TestSupport
import Testing

@Suite("The options of a call")
struct OptionTests {
    private enum Names: OptionNames {
        static let known: Set<String> = ["line", "mute"]
    }

    private static let echo = Interface(
        "org.example.Options",
        methods: [
            Method("Take") { (_: CallContext, options: Options<Names>) async throws -> String in
                let isMuted: Bool = try options.value("mute") ?? false
                return "\(try options.value("line", as: String.self) ?? "any")\(isMuted ? " muted" : "")"
            }
        ])

    private func take(_ options: [String: Variant]) async throws -> String {
        try await PeerPair.run(exporting: { try $0.export(Self.echo, at: "/o") }) { pair in
            let method = MethodAddress(path: "/o", interface: "org.example.Options", member: "Take")
            do {
                return try await pair.client.call(method, options, deadline: .seconds(5), returning: String.self)
            } catch let error as DBusError {
                let told = TelephonyError(fromBus: error)
                return "\(told.code.rawValue): \(told.message)"
            }
        }
    }

    @Test func `that are not known are left alone`() async throws {
        #expect(try await take([:]) == "any")
        #expect(try await take(["line": "one", "fromTheFuture": .bool(true), "mute": .bool(true)]) == "one muted")
    }

    @Test func `that are required have to be known`() async throws {
        let known = try await take(["line": "one", "require": .strings(["line"])])
        #expect(known == "one")
        let unknown = try await take(["fromTheFuture": .bool(true), "require": .strings(["line", "fromTheFuture"])])
        #expect(unknown.hasPrefix("UnsupportedOption") && unknown.contains("fromTheFuture"))
    }

    @Test(arguments: ["line", "require"])
    func `of another type are refused by their name`(_ name: String) async throws {
        let refusal = try await take([name: .uint32(1)])
        #expect(refusal.hasPrefix("InvalidArgument") && refusal.contains(name))
    }
}
