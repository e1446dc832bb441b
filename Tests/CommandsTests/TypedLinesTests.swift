// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Commands

@Suite("Typed lines")
struct TypedLinesTests {
    @Test func `are read one at a time, when they are asked for`() async throws {
        let reader = CountingReader()
        let lines = TypedLines { reader.read() }
        #expect(await lines.next() == "1")
        #expect(reader.count == 1)
        #expect(await lines.next() == "2")
        #expect(await lines.next() == "3")
        #expect(await lines.next() == nil)
        #expect(reader.count == 4)
    }

    @Test func `are not waited for when interrupted, and none is lost`() async throws {
        let typed = DispatchSemaphore(value: 0)
        let lines = TypedLines {
            typed.wait()
            return "late"
        }
        try await within {
            let waiting = Task { await lines.next() }
            waiting.cancel()
            #expect(await waiting.value == nil)
            typed.signal()
            #expect(await lines.next() == "late")
        }
    }
}

/// Three lines, and how often it was asked.
private final class CountingReader: Sendable {
    private let reads = Mutex(0)

    var count: Int { reads.withLock { $0 } }

    func read() -> String? {
        reads.withLock { reads in
            reads += 1
            return reads > 3 ? nil : "\(reads)"
        }
    }
}
