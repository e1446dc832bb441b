// SPDX-License-Identifier: Apache-2.0
import ConversationClient

/// What a table says of the line of a conversation, where there is more than one.
struct LineLabels: Hashable, Sendable {
    /// The column's title; none while all that is shown was on the only line.
    let title: [String]
    private let labels: [String: String]

    /// - Parameter used: the services of what is shown; "" for none.
    init(_ used: [String], in daemon: any Daemon) async throws {
        let used = Set(used).subtracting([""])
        let services = used.isEmpty ? [] : try await daemon.services()
        labels = Dictionary(services.map { ($0.id, $0.label) }) { first, _ in first }
        title = used.union(labels.keys).count > 1 ? ["LINE"] : []
    }

    /// The cell for a line, by its short identifier when it is not there any more.
    func cell(_ service: String) -> [String] {
        if title.isEmpty { return [] }
        return [service.isEmpty ? "-" : labels[service]?.shortened ?? service.short]
    }
}
