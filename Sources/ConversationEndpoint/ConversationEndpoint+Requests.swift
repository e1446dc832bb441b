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
                return Response(code: ResponseCode.done, results: try await body())
            } catch let error as TelephonyError {
                let results: [String: Variant] = [
                    "error": .string(error.onBus.name), "message": .string(error.message),
                ]
                let isDecline = error.code == .declined
                return Response(code: isDecline ? ResponseCode.declined : ResponseCode.failed, results: results)
            }
        }
    }
}
