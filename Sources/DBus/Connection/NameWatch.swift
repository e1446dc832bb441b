// SPDX-License-Identifier: Apache-2.0

/// A bus name whose owner is followed.
struct NameWatch {
    /// nil until the bus has told.
    var owner: String??
    /// How many need it.
    var users = 0
    var observers: [UInt64: Observer] = [:]

    struct Observer {
        let body: @Sendable (String?) -> Void
        let end: @Sendable () -> Void
    }
}
