// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import ConversationService
import DBus
import Telephony

extension ConversationEndpoint {
    /// Answers a method with a request object whose response is what the body comes to.
    ///
    /// The body is cancelled when the caller closes the request or goes away, or may do less than when it asked.
    /// - Parameter caller: who asked, by what was known when the call came; one whose manifest has changed since to the
    ///   worse is refused here.
    func request(
        for call: CallContext, by caller: Caller, token: String, isUrgent: Bool = false,
        _ body: @escaping @Sendable () async throws -> [String: Variant],
        afterwards: @escaping @Sendable (Response, _ isSent: Bool) -> Void = { _, _ in }
    ) throws -> ObjectPath {
        guard let now = clients[Self.name(of: call)]?.caller else { throw CancellationError() }
        guard now.mayAll(that: caller) else { throw Self.manifestHasChanged }
        return try requests.assumeIsolated { requests in
            try requests.begin(for: call, account: Self.account(of: now), token: token, isUrgent: isUrgent) {
                do {
                    // It may have been closed before it began.
                    try Task.checkCancellation()
                    return Response(code: Response.succeeded, results: try await body())
                } catch let error as TelephonyError where error.code == .declined {
                    var response = Response(failure: error)
                    response.code = Response.declined
                    return response
                }
            } afterwards: {
                afterwards($0, $1)
            }
        }
    }

    /// A request that dials. What an app has left open keeps it from more, but nobody from help.
    func dialing(
        _ number: String, for call: CallContext, by caller: Caller, token: String,
        _ body: @escaping @Sendable () async throws -> [String: Variant]
    ) async throws -> ObjectPath {
        do {
            return try request(for: call, by: caller, token: token, body)
        } catch let error as DBusError where error.name == DBusError.limitsExceeded {
            guard await board.isEmergencyNumber(number) else { throw error }
            return try request(for: call, by: caller, token: token, isUrgent: true, body)
        }
    }
}
