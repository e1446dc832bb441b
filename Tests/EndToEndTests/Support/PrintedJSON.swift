// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// A conversation as `dialtone monitor --json` and `calls --json` print it.
struct PrintedConversation: Decodable, Sendable {
    struct PrintedHandle: Decodable, Hashable, Sendable {
        var type: String
        var value: String
        var displayName: String
    }

    var uuid: UUID
    var state: String
    var direction: String
    var handles: [PrintedHandle]
    var service: UUID?
    var connectedAt: Date?
}

/// A row as `dialtone history --json` prints it.
struct PrintedRow: Decodable, Sendable {
    var id: UUID
    var handles: [PrintedConversation.PrintedHandle]
    var service: UUID?
    var date: Date
    var duration: Double
    var outcome: String
    var cause: String?
    var status: String
    var direction: String
    var isRead: Bool

    private enum CodingKeys: String, CodingKey {
        case id = "uuid"
        case date = "startedAt"
        case handles, service, duration, outcome, cause, status, direction, isRead
    }
}

/// A service as `dialtone services --json` prints it.
struct PrintedService: Decodable, Hashable, Sendable {
    var id: UUID
    var label: String

    private enum CodingKeys: String, CodingKey {
        case id = "service"
        case label
    }
}

/// A decision as `dialtone audit --json` prints it.
struct PrintedDecision: Decodable, Sendable {
    var app: String
    var act: String
    var target: String
    var outcome: String
    var reason: String
}

/// A role as `dialtone roles --json` prints it.
struct PrintedRole: Decodable, Sendable {
    var role: String
    var bundleIdentifier: String?
    var since: Date?
}

extension Decodable {
    /// Reads what the command line printed.
    init(printed text: String) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        self = try decoder.decode(Self.self, from: Data(text.utf8))
    }
}
