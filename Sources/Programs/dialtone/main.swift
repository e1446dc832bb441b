// SPDX-License-Identifier: Apache-2.0
import Commands
import Glibc

// A reader that goes away is told by write(2), so that the command can end in good order.
signal(SIGPIPE, SIG_IGN)

let words = Array(CommandLine.arguments.dropFirst())
let command = Task.detached { await Dialtone().run(words) }
let interruption = Interruption(of: command)
let status = await command.value
interruption.stop()
exit(status)
