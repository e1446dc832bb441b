// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import DBus
import Telephony

extension ConversationEndpoint {
    /// Answers a method with a request object whose response is what the body comes to.
    ///
    /// The body is cancelled when the caller closes the request or goes away.
    func request(
        for call: CallContext, token: String, _ body: @escaping @Sendable () async throws -> [String: Variant]
    ) async throws -> ObjectPath {
        try await requests.begin(for: call, token: token) {
            do {
                return Response(code: Response.succeeded, results: try await body())
            } catch let error as TelephonyError where error.code == .declined {
                var response = Response(failure: error)
                response.code = Response.declined
                return response
            }
        }
    }
}
