// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

/// The end of the daemon while the disk hangs.
@Suite(.serialized, .needsDialtone)
struct `On a disk that hangs, dialtoned` {
    @Test func `serves, says that it is ending, and has ended in time`() async throws {
        try await DialtoneRig.run(on: .simulated("manual"), startsDaemon: false) { rig in
            try await `When the history cannot be kept`.makeDatabase(rig)
            let file = try HangingFile(rig.database)
            defer { file.letGo() }
            let daemon = try await rig.startDaemon()
            try await rig.ask("dial", "5550100")
            daemon.signal(SIGTERM)
            try await daemon.errors.next("the word on it") { $0.contains("is ending") }
            try await rig.expectFailure("dial", "112", saying: "dialtoned is ending")
            #expect(try await daemon.end().status == 128 + SIGALRM)
            file.letGo()
            try await rig.startDaemon()
            try await rig.ask("history")
        }
    }
}
