// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Telephony

@Suite("Why a conversation ended")
struct EndCauseTests {
    static let reasons: [(CallEndReason, EndCause.Kind)] = [
        (.localHangUp, .localHangUp), (.remoteHangUp, .remoteHangUp), (.busy, .busy), (.noAnswer, .noAnswer),
        (.declined, .declined), (.refused("x"), .refused), (.answeredElsewhere, .answeredElsewhere),
        (.declinedElsewhere, .declinedElsewhere), (.lost, .lost), (.failed("x"), .failed), (.unknown, .unknown),
    ]

    @Test(arguments: reasons)
    func `is the backend's word`(_ reason: CallEndReason, _ kind: EndCause.Kind) {
        #expect(EndCause(of: reason).kind == kind)
    }

    @Test(arguments: [
        EndCause(.lost), EndCause(.refused, "no: not now"), EndCause(EndCause.Kind(rawValue: "fromTheFuture"), "x"),
    ])
    func `comes back from its text`(_ cause: EndCause) { #expect(EndCause(text: cause.text) == cause) }

    @Test func `has a sentence that can be shown`() {
        #expect(EndCause(text: "") == nil)
        #expect(EndCause(.failed, "a\u{0}\u{1b}[2J\n\u{9b}b").message == "a[2Jb")
        #expect(EndCause(.failed, String(repeating: "x", count: 9_999)).message.count == EndCause.maximumLength)
    }
}
