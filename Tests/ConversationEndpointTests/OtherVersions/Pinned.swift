// SPDX-License-Identifier: Apache-2.0
import DBus

/// The shapes of the bus as programs that are out there know them: a copy, which does not change with ours.
///
/// Who has to change one of these breaks those programs (dbus/README.md).
enum Pinned {
    typealias Details = [String: Variant]

    /// `(uss)`
    struct Handle: DBusStruct {
        var kind: UInt32
        var value: String
        var name: String
        static let layout = StructLayout(Handle.init(kind:value:name:)) { ($0.kind, $0.value, $0.name) }
    }

    /// `(ssa{sv})`
    struct Service: DBusStruct {
        var id: String
        var label: String
        var details: Details
        static let layout = StructLayout(Service.init(id:label:details:)) { ($0.id, $0.label, $0.details) }
    }

    /// `(ssssa(uss)ssddssa{sv})`
    struct Conversation: DBusStruct {
        var id: String
        var state: String
        var phase: String
        var direction: String
        var handles: [Handle]
        var service: String
        var app: String
        var started: Double
        var connected: Double
        var outcome: String
        var tones: String
        var details: Details
        static let layout = StructLayout(
            Conversation.init(
                id:state:phase:direction:handles:service:app:started:connected:outcome:tones:details:)
        ) {
            (
                $0.id, $0.state, $0.phase, $0.direction, $0.handles, $0.service, $0.app, $0.started, $0.connected,
                $0.outcome, $0.tones, $0.details
            )
        }
    }

    /// `(sa(uss)ddssbsa{sv})`
    struct Row: DBusStruct {
        var id: String
        var handles: [Handle]
        var date: Double
        var duration: Double
        var outcome: String
        var direction: String
        var isRead: Bool
        var service: String
        var details: Details
        static let layout = StructLayout(
            Row.init(id:handles:date:duration:outcome:direction:isRead:service:details:)
        ) { ($0.id, $0.handles, $0.date, $0.duration, $0.outcome, $0.direction, $0.isRead, $0.service, $0.details) }
    }

    /// `(ssda{sv})`
    struct Role: DBusStruct {
        var role: String
        var app: String
        var since: Double
        var details: Details
        static let layout = StructLayout(Role.init(role:app:since:details:)) {
            ($0.role, $0.app, $0.since, $0.details)
        }
    }

    /// `(ssasasa{sv})`
    struct App: DBusStruct {
        var id: String
        var name: String
        var entitlements: [String]
        var modes: [String]
        var details: Details
        static let layout = StructLayout(App.init(id:name:entitlements:modes:details:)) {
            ($0.id, $0.name, $0.entitlements, $0.modes, $0.details)
        }
    }

    /// `(dsssssa{sv})`
    struct Decision: DBusStruct {
        var date: Double
        var app: String
        var act: String
        var target: String
        var outcome: String
        var why: String
        var details: Details
        static let layout = StructLayout(Decision.init(date:app:act:target:outcome:why:details:)) {
            ($0.date, $0.app, $0.act, $0.target, $0.outcome, $0.why, $0.details)
        }
    }

    /// `(ssssssssa(ssa{sv})a{sv})`
    struct Prompt: DBusStruct {
        var id: String
        var act: String
        var asker: String
        var askerName: String
        var subject: String
        var detail: String
        var previous: String
        var line: String
        var choices: [Service]
        var details: Details
        static let layout = StructLayout(
            Prompt.init(id:act:asker:askerName:subject:detail:previous:line:choices:details:)
        ) {
            (
                $0.id, $0.act, $0.asker, $0.askerName, $0.subject, $0.detail, $0.previous, $0.line, $0.choices,
                $0.details
            )
        }
    }

    /// `(sssa{sv})`
    struct Line: DBusStruct {
        var label: String
        var service: String
        var trouble: String
        var details: Details
        static let layout = StructLayout(Line.init(label:service:trouble:details:)) {
            ($0.label, $0.service, $0.trouble, $0.details)
        }
    }
}

/// Which version the other side has.
enum Age: Sendable, CaseIterable {
    /// The members, words and names that are pinned.
    case yesterday
    /// The same with words and names that nobody knows yet.
    case tomorrow

    /// A dictionary of that version.
    func details(_ known: Pinned.Details = [:]) -> Pinned.Details {
        guard self == .tomorrow else { return known }
        return known.merging(["fromTheFuture": .map(key: "s", value: "u", [:])]) { first, _ in first }
    }

    /// A word of that version in place of one that is known.
    func word(_ known: String) -> String { self == .tomorrow ? "fromTheFuture" : known }
}
