// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport

/// The members that are pinned in `Tests/Fixtures/contract`, one a line; those of request objects apart.
enum PinnedContract {
    static let pinned: Set<String> = {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try? String(contentsOf: tests.appending(path: "Fixtures/contract"), encoding: .utf8)
        return Set((text ?? "").split(separator: "\n").map(String.init).filter(isOfTheMainObject))
    }()

    /// The members of an introspection document, in the same form.
    static func lines(in xml: String) -> Set<String> {
        var members: [(head: String, inputs: [String], outputs: [String])] = []
        for element in IntrospectionElement.all(in: xml) {
            guard element.kind == .argument else {
                members.append(("\(element.interface) \(element.kind) \(element.name)", [], []))
                continue
            }
            guard var last = members.popLast() else { continue }
            let argument = "\(element.name):\(element.type)"
            if element.direction == "in" { last.inputs.append(argument) } else { last.outputs.append(argument) }
            members.append(last)
        }
        let lines = members.map { ([$0.head] + $0.inputs + ["->"] + $0.outputs).joined(separator: " ") }
        return Set(lines.filter(isOfTheMainObject))
    }

    private static func isOfTheMainObject(_ line: String) -> Bool {
        line.hasPrefix("org.dialtone.") && !line.hasPrefix("org.dialtone.Request1 ")
    }
}
