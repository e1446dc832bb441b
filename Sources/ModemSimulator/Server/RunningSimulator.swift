// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A simulated network that serves its sockets, on a thread of its own or on the caller's.
package final class RunningSimulator: Sendable {
    private let stopSignal: StopSignal
    private let thread: pthread_t

    /// Listens on all sockets when it returns, and serves them until `stop()`. Throws `SocketFailure`.
    package init(_ options: SimulatorOptions) throws {
        let server = try SimulatorServer(options)
        stopSignal = server.stop
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(server)
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<SimulatorServer>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
        guard result == 0 else {
            argument.release()
            throw SocketFailure("a thread", reason: String(cString: strerror(result)))
        }
        self.thread = thread
    }

    /// Ends it and returns when its sockets are gone; to be called once.
    package func stop() {
        stopSignal.raise()
        pthread_join(thread, nil)
    }

    /// Serves on the caller's thread until SIGTERM or SIGINT; calls `ready` when all sockets listen.
    package static func serve(_ options: SimulatorOptions, ready: () -> Void) throws {
        let server = try SimulatorServer(options)
        server.stop.catchSignals()
        ready()
        server.run()
    }
}
