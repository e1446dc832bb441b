// SPDX-License-Identifier: Apache-2.0
/// The beginning of an ELF file of this computer's byte order (elf(5)).
struct ELFHeader {
    private let isWide: Bool
    private let type: UInt16
    private let tableOffset: UInt64
    private let entrySize: Int
    private let entryCount: Int

    /// Program headers, and entries of the dynamic section, that are looked at.
    private static let maximumEntries = 256
    private static let executable: UInt16 = 2
    private static let shared: UInt16 = 3
    private static let dynamicSegment: UInt32 = 2
    private static let interpreterSegment: UInt32 = 3
    /// DT_FLAGS_1 and its DF_1_PIE.
    private static let flagsTag: UInt64 = 0x6fff_fffb
    private static let positionIndependentProgram: UInt64 = 0x0800_0000

    /// nil for what is no ELF file, or one of another byte order.
    init?(_ bytes: [UInt8]) {
        let order: UInt8 = UInt16(littleEndian: 1) == 1 ? 1 : 2
        guard bytes.count >= 52, bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46]), (1...2).contains(bytes[4]),
            bytes[5] == order
        else { return nil }
        isWide = bytes[4] == 2
        guard let type: UInt16 = bytes.value(at: 16), let offset = bytes.word(at: isWide ? 32 : 28, isWide: isWide),
            let size: UInt16 = bytes.value(at: isWide ? 54 : 42), let count: UInt16 = bytes.value(at: isWide ? 56 : 44)
        else { return nil }
        self.type = type
        tableOffset = offset
        entrySize = Int(size)
        entryCount = min(Int(count), Self.maximumEntries)
    }

    /// Whether the kernel runs it as a program: a loader and a library are shared objects that name no loader themselves
    /// and are not marked as a program that can be anywhere.
    func isProgram(_ file: BinaryReader) throws(UntrustedFile) -> Bool {
        guard type == Self.shared else { return type == Self.executable }
        let table = try file.bytes(at: tableOffset, count: entrySize * entryCount)
        var dynamic: (offset: UInt64, size: UInt64)?
        for start in stride(from: 0, to: table.count, by: max(entrySize, 1)) {
            guard let kind: UInt32 = table.value(at: start) else { break }
            if kind == Self.interpreterSegment { return true }
            guard kind == Self.dynamicSegment, let offset = table.word(at: start + (isWide ? 8 : 4), isWide: isWide),
                let size = table.word(at: start + (isWide ? 32 : 16), isWide: isWide)
            else { continue }
            dynamic = (offset, size)
        }
        guard let dynamic else { return false }
        return try isMarkedAsProgram(file, at: dynamic.offset, size: dynamic.size)
    }

    private func isMarkedAsProgram(
        _ file: BinaryReader, at offset: UInt64, size: UInt64
    ) throws(UntrustedFile) -> Bool {
        let width = isWide ? 8 : 4
        let section = try file.bytes(at: offset, count: Int(min(size, UInt64(Self.maximumEntries * 2 * width))))
        for start in stride(from: 0, to: section.count, by: 2 * width) {
            guard section.word(at: start, isWide: isWide) == Self.flagsTag else { continue }
            return section.word(at: start + width, isWide: isWide).map { $0 & Self.positionIndependentProgram != 0 }
                ?? false
        }
        return false
    }
}

extension [UInt8] {
    /// A number in the computer's byte order; nil beyond the end.
    fileprivate func value<Number: FixedWidthInteger>(at offset: Int) -> Number? {
        guard offset >= 0, offset + MemoryLayout<Number>.size <= count else { return nil }
        return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    }

    /// An address or size of an ELF file.
    fileprivate func word(at offset: Int, isWide: Bool) -> UInt64? {
        if isWide { return value(at: offset) }
        let narrow: UInt32? = value(at: offset)
        return narrow.map(UInt64.init)
    }
}
