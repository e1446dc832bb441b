// SPDX-License-Identifier: Apache-2.0
import ConversationClient
import TestSupport

/// A client that hears of incoming calls, with the modem that they ring at.
final class RingSide {
    private let stage: Stage
    private let events: AsyncStream<ClientEvent>

    static let incoming = #"{"do":"incoming","from":"+15550105"}"#
    static let hangUp = #"{"do":"hangup"}"#

    init(_ stage: Stage) async throws {
        self.stage = stage
        events = try await stage.client.events(about: [.conversations], startsDaemon: false)
    }

    /// Lets a call come and go; microseconds from the modem's first word of it, and of its end, until the client hears.
    func call() async throws -> (ring: Int64, end: Int64) {
        try stage.rig.simulator.tell(Self.incoming)
        let heard = try await next("ringing")
        let rang = try stage.tail.next { $0.from == "modem" && $0.isRing }
        try await stage.awaitRing()
        try stage.rig.simulator.tell(Self.hangUp)
        let gone = try stage.tail.next { $0.from == "modem" && $0.isSilence }
        let ended = try await next("ended")
        try await stage.settle()
        return (heard - rang.time, ended - gone.time)
    }

    /// When the client heard that a conversation is in a phase.
    private func next(_ phase: String) async throws -> Int64 {
        for await event in events {
            if case .conversation(let info) = event, info.phase == phase { return MonotonicTime.now }
        }
        throw MeasurementFailed(description: "the client's stream ended")
    }
}

extension ATTail.Line {
    /// The first word of an incoming call: RING, or the list in which it stands (3GPP TS 27.007; ^SLCC of Cinterion).
    var isRing: Bool { text.contains("RING") || text.contains("^SLCC: 1,1,4") }
    /// The list of calls, empty.
    var isSilence: Bool { text.split(whereSeparator: \.isWhitespace) == ["^SLCC:"] }
}
