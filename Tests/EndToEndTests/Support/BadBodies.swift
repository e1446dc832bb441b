// SPDX-License-Identifier: Apache-2.0
import TestSupport

extension BusContract.Method {
    /// Calls with arguments that do not fit: of another type, in a variant, missing, too many, none.
    var misfits: [(name: String, call: RawMessage)] {
        var calls: [(String, RawMessage)] = [
            ("one too many", call(with: arguments.map(\.type) + ["s"])),
            ("a descriptor's number without a descriptor", call(with: ["h"])),
            ("sixty structs", call(with: [String(repeating: "(y)", count: 60)])),
        ]
        for index in arguments.indices {
            var types = arguments.map(\.type)
            let type = types[index]
            types[index] = type == "u" ? "s" : "u"
            calls.append(("argument \(index) of another type", call(with: types)))
            types[index] = "v"
            calls.append(("argument \(index) in a variant", call(with: types)))
            types[index] = "a\(type)"
            calls.append(("argument \(index) in an array", call(with: types)))
            calls.append(("\(index) arguments", call(with: arguments.prefix(index).map(\.type))))
        }
        return calls
    }

    /// The call with one of its texts that long; nil when it has none.
    func call(withTextOf count: Int) -> RawMessage? {
        let text = String(decoding: [UInt8](repeating: UInt8(ascii: "5"), count: count), as: UTF8.self)
        guard let index = arguments.lastIndex(where: { $0.type.contains("s") }) else { return nil }
        return call(with: arguments.map(\.type)) { position in
            position == index ? text : nil
        }
    }

    /// The call with variants that deep in its options, or instead of all arguments.
    func call(withVariants depth: Int) -> RawMessage {
        var call = emptyCall
        guard arguments.last?.type == "a{sv}" else {
            call.body.signature = "v"
            call.body.appendVariants(depth)
            return call
        }
        call.body.signature = signature
        for (_, type) in arguments.dropLast() { call.body.appendSample(of: type, text: "t") }
        call.body.append(UInt32(0))
        let length = call.body.bytes.count - 4
        call.body.align(8)
        let start = call.body.bytes.count
        call.body.append(text: "deep")
        call.body.appendVariants(depth)
        call.body.patch(UInt32(call.body.bytes.count - start), at: length)
        return call
    }

    private func call(with types: [String], text: (Int) -> String? = { _ in nil }) -> RawMessage {
        var call = emptyCall
        call.body.signature = types.joined()
        for (index, type) in types.enumerated() {
            let fitting = "t\(UInt64.random(in: 0 ..< .max))"
            call.body.appendSample(of: type, text: text(index) ?? fitting)
        }
        return call
    }
}
