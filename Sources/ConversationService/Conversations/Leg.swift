// SPDX-License-Identifier: Apache-2.0
import Telephony

/// What carries a conversation: a port, so that nothing else asks whether that is a modem's call or an app's.
protocol Leg: Sendable {
    /// Names what is behind it in the log.
    var name: String { get }
    /// The call by which its events find it.
    var call: CallID { get }
    func answer() async throws
    func hangUp() async throws
    func sendTone(_ tone: Character) async throws
}

/// A call of a backend.
struct BackendLeg: Leg {
    let backend: any Backend
    let call: CallID

    var name: String { backend.name }
    func answer() async throws { try await backend.answer(call) }
    func hangUp() async throws { try await backend.hangUp(call) }
    func sendTone(_ tone: Character) async throws { try await backend.sendTone(tone, on: call) }
}
