// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Glibc

/// Reads lines off a descriptor on a thread of its own, so that no test blocks one of the few that tasks run on.
enum LineReader {
    /// Reads to the end, closes the descriptor and finishes the log; a last line without an end counts.
    static func read(_ descriptor: Int32, into log: EventLog<String>) {
        DispatchQueue(label: "line reader").async {
            var rest: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = Glibc.read(descriptor, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                rest += chunk[..<count]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    log.append(String(decoding: rest[..<end], as: UTF8.self))
                    rest.removeSubrange(...end)
                }
            }
            if !rest.isEmpty { log.append(String(decoding: rest, as: UTF8.self)) }
            close(descriptor)
            log.finish()
        }
    }
}
