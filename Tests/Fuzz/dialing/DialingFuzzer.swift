// SPDX-License-Identifier: Apache-2.0

// Compiled by scripts/fuzz in one module with Sources/Telephony/Dialing; libFuzzer has the main function.

/// Parses one input as everything it could be, and stops the fuzzer when an accepted one breaks a promise.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDialing(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
    if let dial = try? DialString(parsing: text, from: .typed) { check(dial) }
    if let dial = try? DialString(parsing: text, from: .api) { check(dial) }
    checkLink(text)
    checkLink("tel:" + text)
    return 0
}

private func checkLink(_ text: String) {
    guard let link = try? TelLink(parsing: text) else { return }
    check(link.dial)
    let escaped = link.dial.text.replacing("#", with: "%23").replacing(";", with: "%3B")
    let again = try? TelLink(parsing: link.scheme.rawValue + ":" + escaped)
    demand(again?.dial == link.dial, "a link to what was accepted is another")
}

private func check(_ dial: DialString) {
    demand((1...DialString.maximumLength).contains(dial.address.utf8.count), "an address is of any length")
    demand(dial.postDial.utf8.count <= DialString.maximumLength, "a post-dial part is of any length")
    demand(dial.address.utf8.allSatisfy(isDialed), "an address has a byte that is not dialed")
    demand(dial.postDial.utf8.allSatisfy(isPostDial), "a post-dial part has a byte that is no tone")
    let isCode = dial.address.utf8.last == UInt8(ascii: "#")
    demand((dial.networkCode != nil) == isCode, "a code is taken for a number, or a number for a code")
    for origin in [DialString.Origin.typed, .link] {
        demand((try? DialString(parsing: dial.text, from: origin)) == dial, "parsed again it is another")
    }
    demand(dial.address.hasSuffix(dial.withoutPrefixAndPostDial), "the number is not the end of the address")
    if dial.networkCode == nil, dial.withoutPrefixAndPostDial.hasPrefix("+") {
        let digits = dial.withoutPrefixAndPostDial.utf8.dropFirst().prefix(while: DialCharacters.isDigit)
        demand(digits.first != UInt8(ascii: "0") && digits.count <= 15, "a number with + cannot exist")
        let isTrunk = ["440", "410", "340", "10"].contains { String(Substring(digits)).hasPrefix($0) }
        demand(!isTrunk, "a trunk prefix is behind a country code")
    }
    if let code = dial.networkCode { check(code) }
}

private func check(_ code: NetworkCode) {
    demand(code.networkString == nil || code.networkString == code.address, "the network gets another code")
    demand(!code.summary.isEmpty, "a code has no summary")
    guard let secrets = try? code.secrets() else { return }
    let hidden: [String] =
        switch secrets {
        case .changePIN(_, let old, let new): [old, new]
        case .unblockPIN(_, let key, let new): [key, new]
        case .password(let password): [password]
        case .changePassword(_, let old, let new): [old, new]
        }
    // What is as short as the service code may be in it.
    for secret in hidden where secret.utf8.count > 3 {
        demand(!code.redacted.contains(secret) && !code.summary.contains(secret), "a secret is shown")
    }
}

private func isDialed(_ byte: UInt8) -> Bool {
    isPostDial(byte) && byte != .comma && byte != .semicolon || byte == DialCharacters.plus
}

private func isPostDial(_ byte: UInt8) -> Bool { DialCharacters.isTone(byte) || byte == .comma || byte == .semicolon }

/// Stops the fuzzer, which then keeps the input; `precondition` would say nothing in an optimised build.
private func demand(_ condition: Bool, _ promise: String) {
    if !condition { fatalError("broken promise: \(promise)") }
}
