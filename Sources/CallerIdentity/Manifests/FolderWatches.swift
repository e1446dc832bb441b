// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The inotify watches on `dialtone/apps` in some data directories, and on no more: a data directory itself is watched
/// only until it has a folder `dialtone`, and then for that name alone.
struct FolderWatches: ~Copyable {
    private(set) var descriptor: Int32 = -1
    /// Why the kernel does not tell of every change; nil when it does.
    private(set) var problem: String?

    private let roots: [String]
    private let open: @Sendable () -> Int32
    private var watched: Set<Int32> = []
    /// The one name that matters in a folder that is not ours.
    private var awaited: [Int32: Set<String>] = [:]

    /// Apps' folders watched at most.
    private static let maximumFolders = 4_096
    private static let maximumTries = 8
    private static let arrivals = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    private static let events =
        arrivals | UInt32(IN_DELETE | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_ATTRIB)

    init(_ roots: [String], open: @escaping @Sendable () -> Int32) {
        self.roots = roots
        self.open = open
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    var isBlind: Bool { problem != nil }

    /// Watches what is there now; a second time as well.
    mutating func renew() {
        if descriptor < 0 { descriptor = open() }
        problem = descriptor < 0 ? Self.text("inotify") : nil
        guard descriptor >= 0 else { return }
        let before = watched
        watched = []
        awaited = [:]
        for root in roots { watchWay(to: "\(root)/dialtone/apps", ours: "\(root)/dialtone") }
        for old in before.subtracting(watched) { inotify_rm_watch(descriptor, old) }
    }

    /// Reads what the kernel tells; whether any of it matters.
    mutating func drain() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        var matters = false
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            matters = hasNews(buffer.prefix(count)) || matters
        }
        // What appeared may be a folder on the way.
        if matters { renew() }
        return matters
    }

    /// The apps' folder and all in it; where it is missing, the nearest folder on the way that is there.
    private mutating func watchWay(to apps: String, ours: String) {
        for _ in 0..<Self.maximumTries where watchNearest(to: apps, ours: ours) { return }
    }

    /// Returns false when the next part of the way came before its parent was watched.
    private mutating func watchNearest(to apps: String, ours: String) -> Bool {
        var path = apps
        var missing: String?
        while !watch(path, for: missing.map(Self.name), isOurs: path.hasPrefix(ours)) {
            guard path != "/" else { return true }
            missing = path
            path = Self.parent(of: path)
        }
        if let missing { return access(missing, F_OK) != 0 }
        watch(ours, for: nil, isOurs: true)
        for name in Self.names(in: apps).prefix(Self.maximumFolders) {
            watch("\(apps)/\(name)", for: nil, isOurs: true)
        }
        return true
    }

    /// Returns false when there is no such folder.
    @discardableResult
    private mutating func watch(_ path: String, for name: String?, isOurs: Bool) -> Bool {
        let number = inotify_add_watch(descriptor, path, isOurs ? Self.events : Self.arrivals)
        guard number >= 0 else {
            if [ENOENT, ENOTDIR, EACCES].contains(errno) { return false }
            problem = Self.text("inotify, for \(path)")
            return true
        }
        watched.insert(number)
        if !isOurs, let name { awaited[number, default: []].insert(name) }
        return true
    }

    /// Whether there is more than files that others make in folders which are not ours.
    private func hasNews(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset + MemoryLayout<inotify_event>.size <= bytes.count {
                let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let start = offset + MemoryLayout<inotify_event>.size
                offset = start + Int(event.len)
                // A watch of ours has ended, of which there was word before.
                if event.mask & UInt32(IN_IGNORED) != 0 { continue }
                guard let names = awaited[event.wd], event.len > 0, offset <= bytes.count else { return true }
                let name = String(decoding: bytes[start..<offset].prefix { $0 != 0 }, as: UTF8.self)
                if names.contains(name) { return true }
            }
            return false
        }
    }

    private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    private static func text(_ what: String) -> String { "\(what): \(String(cString: strerror(errno)))" }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
