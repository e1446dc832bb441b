// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Something did not go as a measurement needs it.
struct MeasurementFailed: Error, CustomStringConvertible {
    let description: String
}

/// Tells the person who waits; standard output is for the table.
func say(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
}
