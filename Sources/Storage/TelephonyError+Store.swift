// SPDX-License-Identifier: Apache-2.0
import Telephony

extension TelephonyError {
    /// Asked after `close()`.
    static let closed = TelephonyError(.databaseUnreadable, "the store is closed; start Dialtone again")
    /// What a read ends with that nobody waits for.
    static let unwanted = TelephonyError(.invalidQuery, "nobody waits for this result any more; ask again")
    static let tooManyReads = TelephonyError(.tooMany, "too many programs read the history at once; try again")
    static let tooMuchToRead = TelephonyError(
        .invalidQuery, "the history is too long for this question; ask for a shorter time or for fewer rows")

    static func hangs(_ path: String) -> TelephonyError {
        Self(.databaseUnreadable, "the disk with \(path) does not answer; look after it and try again")
    }

    static func replaced(_ path: String) -> TelephonyError {
        Self(.databaseUnreadable, "\(path) was replaced while it was being read; try again")
    }
}
