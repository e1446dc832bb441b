// SPDX-License-Identifier: Apache-2.0

/// How a request object ended, as in xdg-desktop-portal.
package struct Response: Hashable, Sendable {
    /// 0: done; 1: the person said no; 2: ended in another way.
    package var code: UInt32
    /// What came of it, by name.
    package var results: [String: Variant]

    /// Makes a response.
    package init(code: UInt32, results: [String: Variant] = [:]) {
        self.code = code
        self.results = results
    }

    /// The code of a request that was done.
    package static let succeeded: UInt32 = 0
    /// The code of a request to which the person said no.
    package static let declined: UInt32 = 1
    /// The code of a request that ended in another way.
    package static let ended: UInt32 = 2

    /// Ended with an error: its name and message are in the results.
    package init(failure: any Error) {
        let error = DBusError(failure)
        self.init(
            code: Self.ended, results: ["error": .string(error.name), "message": .string(error.message)])
    }

    /// The error that ended it, if one did.
    package var error: DBusError? {
        guard code == Self.ended, let name = results["error"]?.string else { return nil }
        return DBusError(name, results["message"]?.string ?? "")
    }
}
