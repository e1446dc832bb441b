// SPDX-License-Identifier: Apache-2.0
import Telephony
import Testing

@Suite struct `A trimmed handle` {
    @Test(arguments: [
        (" 112", "112"), ("112 ", "112"), ("\u{A0}+1 555 0100 ", "+1 555 0100"), ("5550100", "5550100"), ("", ""),
        (" \u{A0} ", ""), (" 112\n", "112\n"),
    ])
    func `has no blanks around it`(_ given: String, _ kept: String) {
        for type in [Handle.Kind.phoneNumber, .emailAddress] {
            let handle = Handle(type: type, value: given, displayName: " A ").trimmed
            #expect(handle == Handle(type: type, value: kept, displayName: " A "))
        }
    }

    @Test func `is left as it is when one app understands it`() {
        let handle = Handle(type: .generic, value: " room 1 ")
        #expect(handle.trimmed == handle)
    }
}
