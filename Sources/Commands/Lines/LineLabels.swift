// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// What a table says of the line of a conversation, where there is more than one.
struct LineLabels: Hashable, Sendable {
    /// The column's title; none while all that is shown was on the only line.
    let title: [String]
    private let labels: [UUID: String]

    /// - Parameter used: the services of what is shown.
    init(_ used: [UUID?], in daemon: any Daemon) async throws {
        let used = Set(used.compactMap(\.self))
        let services = used.isEmpty ? [] : try await daemon.services()
        labels = Dictionary(services.map { ($0.service, $0.label) }) { first, _ in first }
        title = used.union(labels.keys).count > 1 ? ["LINE"] : []
    }

    /// The cell for a line, by its short identifier when it is not there any more.
    func cell(_ service: UUID?) -> [String] {
        title.isEmpty ? [] : [service.map { labels[$0]?.shortened ?? $0.short } ?? "-"]
    }
}
