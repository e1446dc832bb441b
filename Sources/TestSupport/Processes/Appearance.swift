// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Waits for what a program writes into its folder when it is ready.
package enum Appearance {
    /// Returns when the file is there and, if asked for, not empty; inotify tells, nothing is polled.
    package static func wait(
        for name: String, notEmpty: Bool = false, in folder: ScratchFolder, limit: Duration = .seconds(10)
    ) throws {
        let watch = inotify_init1(Int32(IN_CLOEXEC))
        defer { close(watch) }
        inotify_add_watch(watch, folder.path, UInt32(IN_CREATE | IN_MOVED_TO | IN_MODIFY))
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !isThere(folder.file(name), notEmpty) {
            var poller = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
            guard poll(&poller, 1, Int32(limit.components.seconds) * 1_000) > 0 else {
                throw DeadlineExceeded(description: "\(name) did not appear in \(limit)")
            }
            _ = read(watch, &buffer, buffer.count)
        }
    }

    private static func isThere(_ path: String, _ notEmpty: Bool) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && (!notEmpty || status.st_size > 0)
    }
}
