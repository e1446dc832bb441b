// SPDX-License-Identifier: Apache-2.0
import Telephony
import Testing

@Suite("Call control by digits")
struct CallControlTests {
    static let controls: [(String, CallControl)] = [
        ("0", .releaseHeldOrRejectWaiting), ("1", .releaseActiveAndAccept), ("11", .release(call: 1)),
        ("19", .release(call: 9)), ("2", .holdActiveAndAccept), ("21", .holdAll(butCall: 1)), ("3", .join),
        ("4", .transfer),
    ]

    @Test(arguments: controls)
    func `is what 22.030 says`(_ text: String, _ control: CallControl) {
        #expect(CallControl(parsing: text) == control)
    }

    @Test(arguments: ["", "5", "00", "01", "10", "20", "31", "112", "1#", "1 ", "+1", "*1", "\u{0661}", "1\u{0661}"])
    func `is nothing else`(_ text: String) { #expect(CallControl(parsing: text) == nil) }
}
