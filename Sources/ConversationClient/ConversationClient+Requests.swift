// SPDX-License-Identifier: Apache-2.0
import DBus

extension ConversationClient {
    /// How long a start may take: a prompt of 60 s and a modem that blocks for 95 s.
    package static let startDeadline = Duration.seconds(180)

    /// Calls a method that answers with a request object, and returns the results of its response. When nobody waits any
    /// longer, the request is closed.
    func request<each Argument: DBusType>(
        _ interface: String, _ member: String, _ arguments: repeat each Argument
    ) async throws -> [String: Variant] {
        let token = "t\(UInt64.random(in: 0 ..< .max))"
        let method = self.method(interface, member)
        let response = try await withDeadline(for: token) {
            try await withCheckedThrowingContinuation { waiter in
                begin(token, waiter) { bus, answer in
                    try bus.call(method, token, repeat each arguments, deadline: Self.deadline, answer: answer)
                }
            }
        }
        guard response.code == Response.succeeded else { throw Self.error(of: response) }
        return response.results
    }

    private static func error(of response: Response) -> TelephonyError {
        guard let name = response.results["error"]?.string else {
            return response.code == Response.declined
                ? TelephonyError(.declined, "the person declined")
                : TelephonyError(.serviceUnavailable, "dialtoned ended this and said no reason; look at its log")
        }
        return TelephonyError(fromBus: DBusError(name, response.results["message"]?.string ?? "no reason given"))
    }

    private typealias Answer = @Sendable (Result<ObjectPath, any Error>) -> Void

    /// Notes who waits before the call is on its way, in one step: no answer comes too early.
    private func begin(
        _ token: String, _ waiter: CheckedContinuation<Response, any Error>,
        _ call: (isolated Bus, @escaping Answer) throws -> Void
    ) {
        requests.begin(token, waiter)
        do {
            try connected().assumeIsolated { bus in
                try call(bus) { [weak self] answer in self?.assumeIsolated { $0.receiveAnswer(token, answer) } }
            }
        } catch {
            requests.end(token, with: .failure(Self.worded(error)))
        }
    }

    private func receiveAnswer(_ token: String, _ answer: Result<ObjectPath, any Error>) {
        switch answer {
        case .success: if requests.answered(token) { close(token) }
        case .failure(let error): requests.end(token, with: .failure(Self.worded(error)))
        }
    }

    private func withDeadline(
        for token: String, _ body: () async throws -> Response
    ) async throws -> Response {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self, loop] in
                try await loop.sleep(until: loop.uptime + Self.startDeadline)
                await abandon(token, because: TelephonyError(.timedOut, "nobody answered in time; try again"))
            }
            defer { group.cancelAll() }
            return try await withTaskCancellationHandler(operation: body) {
                loop.post { [weak self] in
                    self?.assumeIsolated { $0.abandon(token, because: CancellationError()) }
                }
            }
        }
    }

    private func abandon(_ token: String, because error: any Error) {
        if requests.abandon(token, because: error) { close(token) }
    }

    private func close(_ token: String) {
        link?.bus.assumeIsolated { bus in
            let request = try? RequestObject(base: ContractNames.path, sender: bus.uniqueName, token: token)
            guard let path = request?.path else { return }
            // A daemon that is gone has closed it.
            try? bus.tell(method(ContractNames.request, "Close", at: path))
        }
    }

    func receiveResponse(_ signal: SignalMessage) {
        guard let (code, results) = try? signal.read(as: UInt32.self, [String: Variant].self) else { return }
        requests.end(signal.path.lastElement, with: .success(Response(code: code, results: results)))
    }
}
