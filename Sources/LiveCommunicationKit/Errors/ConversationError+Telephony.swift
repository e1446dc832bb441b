// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Telephony

extension ConversationError {
    init(_ error: TelephonyError) {
        self.init(Code(rawValue: error.code.rawValue), message: error.message)
    }

    /// Runs the body and throws our public error for the internal one; others pass.
    static func translating<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as TelephonyError {
            throw ConversationError(error)
        }
    }
}
