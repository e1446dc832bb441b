// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport

/// The methods of our bus as `dbus/*.xml` has them, so that a new one is tried by itself.
struct BusContract: Sendable {
    struct Method: Sendable, CustomStringConvertible {
        let interface: String
        let member: String
        /// Names and signatures of the arguments, in order.
        let arguments: [(name: String, type: String)]
        /// Signature of the results.
        let results: String

        var description: String { "\(interface.split(separator: ".").last ?? "").\(member)" }

        var signature: String { arguments.map(\.type).joined() }

        /// A call that could succeed: arguments of the right types that say something sensible.
        func call() -> RawMessage {
            var call = emptyCall
            call.body.signature = signature
            for (name, type) in arguments { call.body.appendSample(of: type, text: Self.sample(name)) }
            return call
        }

        /// A call without arguments.
        var emptyCall: RawMessage { RawMessage(to: DialtoneRig.busName, BusContract.path, interface, member) }

        private static func sample(_ name: String) -> String {
            switch name {
            // Of one caller a token is taken once.
            case "token": "t\(UInt64.random(in: 0 ..< .max))"
            case "conversation", "session", "prompt", "rows": UUID().uuidString
            case "handle", "number": "5550100"
            case "link": "tel:5550100"
            case "code": "*100#"
            case "role": "dialer"
            case "app": "org.example.dialer"
            case "kind": "graphical"
            case "directory": "/nowhere"
            case "command": "incoming"
            case "tones", "text": "1"
            default: ""
            }
        }
    }

    static let path = "/org/dialtone/Dialtone1"

    /// Every method but that of request objects, which are on paths of their own.
    static let methods: [Method] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "dbus")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".xml") && !$0.contains("Request1") }.sorted().flatMap { name in
            parse((try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? "")
        }
    }()

    private static func parse(_ xml: String) -> [Method] {
        var methods: [Method] = []
        var isMethod = false
        for element in IntrospectionElement.all(in: xml) {
            if element.kind != .argument { isMethod = element.kind == .method }
            if element.kind == .method {
                methods.append(
                    Method(interface: element.interface, member: element.name, arguments: [], results: ""))
            }
            guard element.kind == .argument, isMethod, let last = methods.popLast() else { continue }
            let isInput = element.direction == "in"
            methods.append(
                Method(
                    interface: last.interface, member: last.member,
                    arguments: last.arguments + (isInput ? [(element.name, element.type)] : []),
                    results: last.results + (isInput ? "" : element.type)))
        }
        return methods
    }
}
