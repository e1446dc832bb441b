// SPDX-License-Identifier: Apache-2.0

/// Walks through decoded values the way sd-bus walks through a message.
struct VariantCursor {
    private struct Frame {
        var values: [Variant]
        var index = 0
    }

    private var frames: [Frame]

    init(_ values: [Variant]) { frames = [Frame(values: values)] }

    var isAtEnd: Bool { frames.last.map { $0.index >= $0.values.count } ?? true }

    mutating func next() throws -> Variant {
        guard let top = frames.indices.last, frames[top].index < frames[top].values.count else {
            throw MessageReader.mismatch
        }
        defer { frames[top].index += 1 }
        return frames[top].values[frames[top].index]
    }

    mutating func enter(_ container: CChar, _ contents: String) throws {
        let value = try next()
        guard let inner = value.contents(of: container, contents) else { throw MessageReader.mismatch }
        frames.append(Frame(values: inner))
    }

    mutating func exit() throws {
        guard isAtEnd, frames.count > 1 else { throw MessageReader.mismatch }
        frames.removeLast()
    }
}
