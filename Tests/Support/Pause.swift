// SPDX-License-Identifier: Apache-2.0

/// Gives way for a moment while a test waits for a condition that announces no event; ends with the test's deadline.
///
/// Two cores run hundreds of tests at once: a loop that only yielded would take the time of what it waits for.
/// Throws `CancellationError` when the deadline has passed.
package func pause() async throws {
    try await Task.sleep(for: .milliseconds(1))
}
