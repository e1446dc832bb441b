// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Glibc
import Synchronization

/// The lines of the standard input, each read when it is asked for: whoever writes faster than the program works has to wait.
final class TypedLines: Sendable {
    private struct State {
        var waiter: CheckedContinuation<String?, Never>?
        var isReading = false
        /// What came when nobody waited any more; nil within: the end of the input.
        var kept: String??
    }

    /// Bytes of a line at most. A longer one is cut, and is still longer than anything that is taken for an answer.
    static let maximumLength = 4_096

    private let state = Mutex(State())
    private let read: @Sendable () -> String?

    /// - Parameter read: blocks until there is a line; nil at the end of the input.
    init(read: @escaping @Sendable () -> String? = TypedLines.readLine) { self.read = read }

    /// The next line; nil at the end of the input, and when the task is cancelled.
    func next() async -> String? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { wait($0) }
        } onCancel: {
            hand(nil)
        }
    }

    private enum Step {
        case give(String?)
        case read, wait
    }

    private func wait(_ continuation: CheckedContinuation<String?, Never>) {
        let isCancelled = Task.isCancelled
        let step: Step = state.withLock { state in
            if isCancelled { return .give(nil) }
            if let kept = state.kept {
                state.kept = nil
                return .give(kept)
            }
            state.waiter = continuation
            defer { state.isReading = true }
            return state.isReading ? .wait : .read
        }
        switch step {
        case .give(let line): continuation.resume(returning: line)
        case .wait: break
        case .read: DispatchQueue.global().async { [self] in keep(read()) }
        }
    }

    private func keep(_ line: String?) {
        let waiter = state.withLock { state in
            state.isReading = false
            if state.waiter == nil { state.kept = .some(line) }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: line)
    }

    private func hand(_ line: String?) {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: line)
    }

    private static let readLine: @Sendable () -> String? = {
        var bytes: [UInt8] = []
        while true {
            let byte = getchar()
            if byte == EOF { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
            if byte == Int32(UInt8(ascii: "\n")) { return String(decoding: bytes, as: UTF8.self) }
            if bytes.count < maximumLength { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        }
    }
}
