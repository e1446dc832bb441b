// SPDX-License-Identifier: Apache-2.0
import TestSupport

/// What became of a call: of a method that answers with a request object, what became of the request.
struct Outcome: Sendable, CustomStringConvertible {
    /// The name of the error; nil for none.
    let error: String?
    /// The answer, or the response, as far as it is text.
    let text: String

    /// Refused by the daemon's rules, with one of its own errors.
    var isRefusal: Bool { error?.hasPrefix("org.dialtone.Error.") == true }

    /// The last part of the error's name.
    var code: String? { error?.split(separator: ".").last.map(String.init) }

    var description: String { error ?? "done" }
}

extension RawConnection {
    /// Calls and waits for what becomes of it.
    func outcome(of call: RawMessage) throws -> Outcome {
        let answer = try self.call(call)
        if answer.kind == .error { return Outcome(error: answer.errorName, text: answer.text) }
        guard let path = answer.answeredPath else { return Outcome(error: nil, text: answer.text) }
        let response = try next { $0.member == "Response" && $0.path == path }
        guard response.body.prefix(4) != [0, 0, 0, 0] else { return Outcome(error: nil, text: response.text) }
        let name = response.text.firstRange(of: "org.dialtone.Error.").map { start in
            String(response.text[start.lowerBound...].prefix { $0.isLetter || $0.isNumber || $0 == "." })
        }
        return Outcome(error: name ?? "a response without an error", text: response.text)
    }
}

extension HeldCaller {
    func outcome(of call: RawMessage) async throws -> Outcome {
        let connection = connection
        return try await onThread { try connection.outcome(of: call) }
    }

    /// Starts a conversation with a number.
    func start(_ number: String = "+15550100") async throws -> Outcome { try await outcome(of: .start(number)) }

    /// What the daemon says of the line, to find out who it takes us for.
    func status() async throws -> Outcome { try await outcome(of: .status) }
}

extension RawMessage {
    static func to(_ interface: String, _ member: String) -> RawMessage {
        RawMessage(to: DialtoneRig.busName, BusContract.path, "org.dialtone.\(interface)", member)
    }

    static var status: RawMessage { to("Status1", "Get") }

    static func start(_ number: String, token: String = "t\(UInt64.random(in: 0 ..< .max))") -> RawMessage {
        var call = to("Telephony1", "StartConversation")
        call.body.signature = "s(uss)a{sv}"
        call.body.append(text: token)
        call.body.align(8)
        call.body.append(UInt32(1))
        call.body.append(text: number)
        call.body.append(text: "")
        call.body.appendNoOptions()
        return call
    }

    /// Texts, then no options.
    static func to(_ interface: String, _ member: String, saying texts: String...) -> RawMessage {
        var call = to(interface, member)
        call.body.signature = String(repeating: "s", count: texts.count) + "a{sv}"
        for text in texts { call.body.append(text: text) }
        call.body.appendNoOptions()
        return call
    }
}

extension RawBody {
    /// An empty `a{sv}`.
    mutating func appendNoOptions() {
        append(UInt32(0))
        align(8)
    }
}
