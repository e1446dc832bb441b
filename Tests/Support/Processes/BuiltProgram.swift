// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The programs as this build made them, next to the test bundle.
package enum BuiltProgram {
    /// The absolute path of one of them; nothing says that it is there.
    package static func path(_ name: String) -> String {
        testProgram.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/\(name)"
    }

    /// The program that runs the tests.
    package static var testProgram: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
