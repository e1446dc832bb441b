// SPDX-License-Identifier: Apache-2.0
import CSystemd

/// The request objects of a service, for methods that wait for a person.
///
/// The method answers at once with the object's path; the outcome follows as its signal `Response`, to the caller
/// alone. Runs on the bus's loop.
package actor Requests {
    private struct Running {
        let task: Task<Void, Never>
        let callerWatch: Subscription
        let sender: String?
        let ticket: RequestQuota.Ticket
    }

    private let bus: Bus
    private let base: ObjectPath
    private let interface: String
    private var running: [ObjectPath: Running] = [:]
    private var quota = RequestQuota()
    /// One for all of them: each object's own costs a kilobyte.
    private lazy var shared = RequestObject.interface(interface) { [weak self] call in try await self?.close(call) }

    /// Most requests that one caller has open; further ones are refused with `limitsExceeded`.
    package static let maximumPerSender = 16
    /// Most requests whose work has not ended, open or closed, of all callers on one account …
    package static let maximumPerAccount = 64
    /// Urgent ones of an account, which its others do not keep out.
    package static let maximumUrgentPerAccount = 4
    /// … and for all accounts together; beyond it each account has one.
    package static let maximum = 256
    /// After so many at once free memory is given back to the system: the frames of what waited are a few kilobytes each.
    static let manyRequests = 64

    package nonisolated var unownedExecutor: UnownedSerialExecutor { bus.unownedExecutor }

    /// Request objects below `<base>/request` with this interface name.
    package init(bus: Bus, base: ObjectPath, interface: String) {
        self.bus = bus
        self.base = base
        self.interface = interface
    }

    /// Begins a request for the caller of a method and returns the path that the method answers with.
    ///
    /// The body's response is sent; what it throws is sent as code 2 with `error` and `message`. When the caller closes
    /// the request or goes away, the body is cancelled and nothing is sent. Throws `DBusError`: `invalidArguments` for a
    /// bad token, `addressInUse` for one in use, `limitsExceeded`.
    /// - Parameters:
    ///   - account: under what the requests of several callers are counted together.
    ///   - isUrgent: whether it is let in where there are too many others.
    ///   - afterwards: told how the body ended, in the step in which the response was sent, and whether it was: nothing is
    ///     sent to a caller that waits no longer.
    package func begin(
        for call: CallContext, account: String = "", token: String, isUrgent: Bool = false,
        _ body: @escaping @Sendable () async throws -> Response,
        afterwards: @escaping @Sendable (Response, _ isSent: Bool) -> Void = { _, _ in }
    ) throws -> ObjectPath {
        let request = try RequestObject(base: base, sender: call.sender, token: token)
        guard running[request.path] == nil else {
            throw DBusError(DBusError.addressInUse, "an open request has this token; give another one")
        }
        let ticket = try isUrgent ? quota.beginUrgent(account) : quota.begin(call.sender, account)
        do {
            let watch = try watchCaller(of: request)
            try bus.assumeIsolated { [shared] in try $0.export(shared, at: request.path) }
            let task = Task(executorPreference: bus.loop) { await self.run(request, ticket, body, afterwards) }
            running[request.path] = Running(task: task, callerWatch: watch, sender: call.sender, ticket: ticket)
        } catch {
            quota.close(ticket)
            end(ticket)
            throw error
        }
        return request.path
    }

    /// Ends what a caller asked for with a failure; the bodies are cancelled.
    package func fail(allOf sender: String?, because error: any Error) {
        for (path, request) in running where request.sender == sender {
            request.task.cancel()
            remove(path)
            respond(Response(failure: error), at: path, to: sender)
        }
    }

    /// How many requests are open.
    package var count: Int { running.count }

    private func close(_ call: CallContext) throws {
        guard let request = running[call.path] else {
            throw DBusError(DBusError.unknownObject, "the request has ended")
        }
        guard request.sender == call.sender else {
            throw DBusError(DBusError.accessDenied, "a request is closed by who made it")
        }
        abandon(call.path)
    }

    private func watchCaller(of request: RequestObject) throws -> Subscription {
        let abandon: @Sendable () -> Void = { [weak self] in self?.assumeIsolated { $0.abandon(request.path) } }
        return try bus.assumeIsolated { bus in
            guard let sender = request.sender else { return try bus.onClose(abandon) }
            return try bus.onOwnerChange(of: sender) {
                if $0 == nil { abandon() }
            } end: {
                abandon()
            }
        }
    }

    private func run(
        _ request: RequestObject, _ ticket: RequestQuota.Ticket, _ body: @Sendable () async throws -> Response,
        _ afterwards: @Sendable (Response, _ isSent: Bool) -> Void
    ) async {
        let response: Response
        do { response = try await body() } catch { response = Response(failure: error) }
        afterwards(response, answer(request, response))
        end(ticket)
    }

    private func end(_ ticket: RequestQuota.Ticket) {
        guard let most = quota.end(ticket), most >= Self.manyRequests else { return }
        // Behind the end of this task, whose memory goes then too.
        bus.loop.post { dialtone_return_free_memory() }
    }

    /// False when nobody waits any longer.
    private func answer(_ request: RequestObject, _ response: Response) -> Bool {
        guard !Task.isCancelled, remove(request.path) != nil else { return false }
        respond(response, at: request.path, to: request.sender)
        return true
    }

    private func respond(_ response: Response, at path: ObjectPath, to sender: String?) {
        let signal = SignalAddress(path: path, interface: interface, member: "Response")
        bus.assumeIsolated { bus in
            // A caller that is gone gets nothing.
            try? bus.emit(signal, response.code, response.results, to: sender)
        }
    }

    private func abandon(_ path: ObjectPath) {
        remove(path)?.task.cancel()
    }

    @discardableResult
    private func remove(_ path: ObjectPath) -> Running? {
        guard let removed = running.removeValue(forKey: path) else { return nil }
        quota.close(removed.ticket)
        removed.callerWatch.cancel()
        bus.assumeIsolated { $0.unexport(path) }
        return removed
    }
}
