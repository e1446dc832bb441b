// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import DBus
import Glibc

// A standard stream that is closed would be the number of the next file or socket, and get what is written to it.
for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 { _ = open("/dev/null", O_RDONLY) }

// A file that may not grow and a log that nobody reads are errors of their writes, and no reason to end in a call.
for raisedByWriting in [SIGXFSZ, SIGPIPE] { signal(raisedByWriting, SIG_IGN) }

switch DaemonOptions.parse(CommandLine.arguments.dropFirst(), version: dialtoneVersion) {
case .say(let text, let status):
    print(text)
    exit(status)
case .run(let options):
    let loop = EventLoop()
    // Before there is any other thread: each inherits what is blocked, and one that blocks nothing would be killed by
    // the signal that is meant to end us in good order.
    let signals = loop.unixSignals([SIGTERM, SIGINT])
    let daemon = Daemon(options: options, loop: loop, log: Log(level: options.logLevel))
    // On the loop from the start: otherwise every stream wakes a thread of the pool first.
    Task.detached(executorPreference: loop) { exit(await daemon.run(until: signals)) }
    loop.run()
}
