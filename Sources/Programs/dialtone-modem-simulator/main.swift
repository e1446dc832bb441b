// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModemSimulator

/// Writes all of a text to standard output (1) or standard error (2).
func say(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
    }
}

/// Ends the program with one line on standard error.
func fail(_ error: any Error, status: Int32) -> Never {
    say("dialtone-modem-simulator: \(error)\n", to: 2)
    exit(status)
}

/// The options, or the end of the program: 2 for arguments that cannot be followed.
func options() -> SimulatorOptions {
    do {
        if let options = try SimulatorOptions(arguments: Array(CommandLine.arguments.dropFirst())) { return options }
    } catch {
        fail(error, status: 2)
    }
    say(SimulatorOptions.help, to: 1)
    exit(0)
}

do {
    try RunningSimulator.serve(options()) { say("{\"ready\":true}\n", to: 1) }
} catch {
    fail(error, status: 1)
}
