// SPDX-License-Identifier: Apache-2.0
import Glibc
import Storage
import Telephony

// Writes history the way the daemon does, for tests that kill it, trace it or take its disk away.
//   write PATH   conversations without end; one line for each state that is on disk
//   once PATH    one conversation
//   fill PATH    until files may not grow any more, then on with room again
//   measure PATH 50,000 rows, then how long the 75 newest take

let arguments = CommandLine.arguments
guard arguments.count == 3 else { exit(2) }
let store = Store(path: arguments[2], timekeeper: SystemTimekeeper())

switch arguments[1] {
case "write":
    while await converse(in: store) {}
case "once":
    _ = await converse(in: store)
case "fill":
    signal(SIGXFSZ, SIG_IGN)
    _ = await converse(in: store)
    allowGrowth(to: 400_000)
    while await converse(in: store) {}
    // Readable still, and what was written is there.
    let page = try? await store.rows(matching: HistoryQuery(limit: 1))
    say("read \(page?.rows.count ?? -1)")
    allowGrowth(to: .max)
    _ = await converse(in: store)
case "measure":
    await measure(store)
default:
    exit(2)
}
say("lost \(await store.close())")
