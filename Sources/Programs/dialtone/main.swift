// SPDX-License-Identifier: Apache-2.0
import Commands
import Dispatch
import Glibc

// A reader that goes away is told by write(2), so that the command can end in good order.
signal(SIGPIPE, SIG_IGN)

let command = Task { await Dialtone().run(Array(CommandLine.arguments.dropFirst())) }

// The first signal lets the command end by itself (monitor has no other end); the second does not wait for that.
let interrupts = [SIGINT, SIGTERM].map { number in
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler {
        if command.isCancelled { _exit(128 + number) }
        command.cancel()
    }
    source.resume()
    return source
}

exit(await command.value)
