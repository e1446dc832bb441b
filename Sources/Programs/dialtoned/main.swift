// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import DBus
import Glibc

switch DaemonOptions.parse(CommandLine.arguments.dropFirst(), version: dialtoneVersion) {
case .say(let text, let status):
    print(text)
    exit(status)
case .run(let options):
    let loop = EventLoop()
    let daemon = Daemon(options: options, loop: loop, log: Log(level: options.logLevel))
    // On the loop from the start: otherwise every stream wakes a thread of the pool first.
    Task.detached(executorPreference: loop) { exit(await daemon.run()) }
    loop.run()
}
