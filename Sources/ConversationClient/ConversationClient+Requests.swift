// SPDX-License-Identifier: Apache-2.0
import DBus

extension ConversationClient {
    /// How long a start may take: a prompt of 60 s and a modem that blocks for 95 s.
    package static let startDeadline = Duration.seconds(180)

    /// Starts a conversation and returns its identifier (UUID text) once the modem daemon took the call.
    ///
    /// - Parameters:
    ///   - service: identifier of the cellular service to use, or an error.
    ///   - recent: identifier of the history row being redialed.
    package func startConversation(
        with handle: Handle, service: String? = nil, recent: String? = nil
    ) async throws -> String {
        var options: [String: Variant] = [:]
        options["service"] = service.map(Variant.string)
        options["recent"] = recent.map(Variant.string)
        return try Self.conversation(in: await request(ContractNames.telephony, "StartConversation", handle, options))
    }

    /// Carries out a `tel:` or `telephony:` link once the person agreed; returns the conversation's identifier.
    package func openLink(_ link: String) async throws -> String {
        try Self.conversation(in: await request(ContractNames.telephony, "OpenLink", link))
    }

    private static func conversation(in results: [String: Variant]) throws -> String {
        guard let id = results["conversation"]?.string else {
            throw TelephonyError(.serviceUnavailable, "dialtoned named no conversation; update it")
        }
        return id
    }

    /// Calls a method that answers with a request object, and returns the results of its response.
    func request<each Argument: DBusType>(
        _ interface: String, _ member: String, _ arguments: repeat each Argument
    ) async throws -> [String: Variant] {
        let token = "t\(UInt64.random(in: 0 ..< .max))"
        let response = try await response(to: token) {
            try await call(interface, member, token, repeat each arguments, returning: ObjectPath.self)
        }
        guard response.code == Response.succeeded else { throw Self.error(of: response) }
        return response.results
    }

    private static func error(of response: Response) -> TelephonyError {
        guard let name = response.results["error"]?.string else {
            return TelephonyError(.declined, "the person declined")
        }
        return TelephonyError(fromBus: DBusError(name, response.results["message"]?.string ?? "no reason given"))
    }

    /// Makes a request and waits for its response; when nobody waits any longer, the request is closed.
    private func response(
        to token: String, _ request: () async throws -> ObjectPath
    ) async throws -> Response {
        early[token] = .some(nil)
        defer { early[token] = nil }
        do {
            let path = try await request()
            if let outcome = early[token] ?? nil { return try outcome.get() }
            return try await response(of: path, deadline: Self.startDeadline)
        } catch is CancellationError {
            await withdraw(token)
            throw CancellationError()
        }
    }

    /// Closes a request whose reply, with its path, may not have come yet.
    private func withdraw(_ token: String) async {
        guard let bus = link?.bus else { return }
        let sender = await bus.uniqueName
        guard let request = try? RequestObject(base: ContractNames.path, sender: sender, token: token) else { return }
        Task { try? await close(request.path) }
    }

    private func response(of path: ObjectPath, deadline: Duration) async throws -> Response {
        let expiry = Task { [loop] in
            try await loop.sleep(until: loop.uptime + deadline)
            giveUp(path, TelephonyError(.timedOut, "nobody answered in time; try again"))
        }
        defer { expiry.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting[path] = $0 }
        } onCancel: {
            Task { await self.giveUp(path, CancellationError()) }
        }
    }

    private func giveUp(_ path: ObjectPath, _ error: any Error) {
        guard let continuation = waiting.removeValue(forKey: path) else { return }
        continuation.resume(throwing: error)
        if !(error is CancellationError) { Task { try? await close(path) } }
    }

    private func close(_ path: ObjectPath) async throws {
        let method = MethodAddress(
            destination: isPeer ? nil : ContractNames.bus, path: path, interface: ContractNames.request, member: "Close"
        )
        try await connected().call(method, deadline: Self.deadline, autoStart: false)
    }

    func receiveResponse(_ signal: SignalMessage) {
        guard let (code, results) = try? signal.read(as: UInt32.self, [String: Variant].self) else { return }
        let response = Response(code: code, results: results)
        if let continuation = waiting.removeValue(forKey: signal.path) {
            continuation.resume(returning: response)
        } else if early[signal.path.lastElement] != nil {
            early[signal.path.lastElement] = .success(response)
        }
    }
}
