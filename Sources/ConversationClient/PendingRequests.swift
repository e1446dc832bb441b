// SPDX-License-Identifier: Apache-2.0
import DBus

/// The requests of a client whose response has not come, by their token, as a value.
///
/// Each is ended once for whoever waits: by its response, by the end of the daemon, or because they wait no longer. It is
/// kept until its method has answered as well, for only then is there something to close.
struct PendingRequests {
    private struct Request {
        /// Who waits; nil when nobody does any more.
        var waiter: CheckedContinuation<Response, any Error>?
        var isAnswered = false
    }

    private var requests: [String: Request] = [:]

    var count: Int { requests.count }

    mutating func begin(_ token: String, _ waiter: CheckedContinuation<Response, any Error>) {
        requests[token] = Request(waiter: waiter)
    }

    /// The method has answered. Returns whether nobody waits for the response, so that the request is to be closed.
    mutating func answered(_ token: String) -> Bool {
        guard let request = requests[token] else { return false }
        requests[token]?.isAnswered = true
        guard request.waiter == nil else { return false }
        requests[token] = nil
        return true
    }

    /// The response is there, or the method has refused: nothing is left to be closed.
    mutating func end(_ token: String, with outcome: Result<Response, any Error>) {
        requests.removeValue(forKey: token)?.waiter?.resume(with: outcome)
    }

    /// Nobody waits any longer. Returns whether the request is to be closed now; if not, then when its method answers.
    mutating func abandon(_ token: String, because error: any Error) -> Bool {
        guard let request = requests[token], let waiter = request.waiter else { return false }
        requests[token] = request.isAnswered ? nil : Request()
        waiter.resume(throwing: error)
        return request.isAnswered
    }

    /// The daemon has gone, with all requests whose method it has answered; what becomes of the others their calls tell.
    mutating func endAnswered(because error: any Error) {
        for (token, request) in requests where request.isAnswered { end(token, with: .failure(error)) }
    }
}
