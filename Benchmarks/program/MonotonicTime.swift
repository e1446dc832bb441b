// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The clock that the modem simulator and the baselines put on what they saw, too.
enum MonotonicTime {
    /// Microseconds of CLOCK_MONOTONIC.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
