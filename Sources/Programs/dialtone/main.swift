// SPDX-License-Identifier: Apache-2.0
import Commands
import Glibc

// A standard stream that is closed would be the number of the next file or socket, and get what is written to it.
for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 { _ = open("/dev/null", O_RDONLY) }

// A reader that goes away is told by write(2), so that the command can end in good order.
signal(SIGPIPE, SIG_IGN)

let words = Array(CommandLine.arguments.dropFirst())
let command = Task.detached { await Dialtone().run(words) }
let interruption = Interruption(of: command)
let status = await command.value
interruption.stop()
exit(status)
