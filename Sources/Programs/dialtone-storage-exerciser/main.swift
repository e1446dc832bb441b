// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Storage
import Telephony

// Writes history the way the daemon does, for tests that kill it, trace it or take its disk away.
//   write PATH   conversations without end; one line for each state that is on disk
//   once PATH    one conversation
//   burst PATH   the ends of sixteen conversations at once
//   fill PATH    until files may not grow any more, then on with room again
//   crowd PATH   until the disk is full, then on without PATH.filler
//   measure PATH 50,000 rows, then how long the 75 newest take

func allowGrowth(to size: rlim_t) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = min(size, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else { exit(2) }
let store = Store(path: arguments[2], timekeeper: SystemTimekeeper())
let exerciser = Exerciser(store: store)

switch arguments[1] {
case "write":
    while await exerciser.converse() {}
case "once":
    _ = await exerciser.converse()
case "fill":
    signal(SIGXFSZ, SIG_IGN)
    _ = await exerciser.converse()
    allowGrowth(to: 400_000)
    while await exerciser.converse() {}
    // Readable still, and what was written is there.
    let page = try? await store.rows(matching: HistoryQuery(limit: 1))
    exerciser.say("read \(page?.rows.count ?? -1)")
    allowGrowth(to: .max)
    _ = await exerciser.converse()
case "crowd":
    while await exerciser.converse() {}
    exerciser.say("read \((try? await store.rows(matching: HistoryQuery(limit: 1)))?.rows.count ?? -1)")
    unlink(arguments[2] + ".filler")
    _ = await exerciser.converse()
case "burst":
    _ = await exerciser.converse()
    await exerciser.burst()
case "measure":
    await exerciser.measure()
default:
    exit(2)
}
exerciser.say("lost \(await store.close())")
