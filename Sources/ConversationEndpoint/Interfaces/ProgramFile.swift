// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The file that this process was started from.
enum ProgramFile {
    /// Whether another one has been installed in its place since, or none: the process goes on with the old one.
    static var isReplaced: Bool {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { return false }
        // proc(5): the path then ends in " (deleted)", so nothing is found at it.
        return access(path, F_OK) != 0
    }
}
