// SPDX-License-Identifier: Apache-2.0
package import DBus
import Glibc
import Synchronization

/// Notices that manifests came, went or changed (inotify(7)); sleeps until then.
package final class ManifestWatch: LoopSource {
    /// One element for one or more changes.
    package let changes: AsyncStream<Void>
    /// Why nothing is noticed; nil when all is well.
    package let problem: String?

    private let descriptor: Int32
    private let roots: [String]
    private let announce: AsyncStream<Void>.Continuation

    /// Folders watched at most.
    private static let maximumFolders = 4_096
    private static let events = UInt32(
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
            | IN_ONLYDIR)

    /// Watches the manifests in some data directories, those that come later included.
    package init(dataDirectories: [String]) {
        roots = dataDirectories
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        problem =
            descriptor >= 0
            ? nil : "changed manifests are seen at the next start only: inotify: \(String(cString: strerror(errno)))"
        (changes, announce) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        watchAll()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    package func prepare() -> LoopInterest { LoopInterest(descriptor: descriptor, events: Int16(POLLIN)) }

    package func dispatch(events: Int16) {
        guard events & Int16(POLLIN) != 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while read(descriptor, &buffer, buffer.count) > 0 {}
        // What appeared may be a folder on the way: watching one twice is watching it once.
        watchAll()
        announce.yield()
    }

    private func watchAll() {
        for root in roots {
            // A data directory as a whole is busy; its parent matters only until it is there.
            watch(access(root, F_OK) == 0 ? root : parent(of: root))
            watch("\(root)/dialtone")
            let apps = "\(root)/dialtone/apps"
            watch(apps)
            for name in names(in: apps).prefix(Self.maximumFolders) { watch("\(apps)/\(name)") }
        }
    }

    private func watch(_ path: String) { _ = inotify_add_watch(descriptor, path, Self.events) }

    private func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "/"
    }

    private func names(in folder: String) -> [String] {
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
