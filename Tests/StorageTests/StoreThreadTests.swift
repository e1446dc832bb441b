// SPDX-License-Identifier: Apache-2.0
import Glibc
import Telephony
import Testing

@testable import Storage

@Suite("The store's thread")
struct StoreThreadTests {
    private actor Counter {
        let thread: StoreThread
        var threads: Set<UInt> = []
        var count = 0
        init(_ thread: StoreThread) { self.thread = thread }
        nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

        func add() {
            count += 1
            threads.insert(UInt(pthread_self()))
        }
    }

    @Test func `runs everything, on one thread`() async {
        let thread = StoreThread()
        let counter = Counter(thread)
        await withTaskGroup { group in
            for _ in 0..<1_000 { group.addTask { await counter.add() } }
        }
        #expect(await counter.count == 1_000)
        #expect(await counter.threads.count == 1)
        #expect(await counter.threads.contains(UInt(pthread_self())) == false)
        thread.retire()
    }

    @Test func `still answers after it was retired`() async {
        let thread = StoreThread()
        thread.retire()
        let counter = Counter(thread)
        for _ in 0..<50 { await counter.add() }
        #expect(await counter.count == 50)
    }
}
