// SPDX-License-Identifier: Apache-2.0
import Foundation
import Telephony

@testable import LiveCommunicationKit

typealias Recent = ConversationHistoryManager.RecentConversation
typealias Kit = LiveCommunicationKit.Handle

/// A predicate, and whether all of it must reach the store.
struct PredicateCase: CustomStringConvertible, Sendable {
    enum Reach { case whole, part, none }

    var description: String
    var reach: Reach
    var predicate: Predicate<Recent>

    init(_ description: String, _ predicate: Predicate<Recent>) {
        self.init(description, .whole, predicate)
    }

    init(_ description: String, _ reach: Reach, _ predicate: Predicate<Recent>) {
        self.description = description
        self.reach = reach
        self.predicate = predicate
    }
}

/// The predicates of the differential tests.
enum PredicateTable {
    static let rows = GeneratedRows.make(3_000)
    static var all: [PredicateCase] { columns + logic + numbers + handles + text + captured + stays }

    private static let anyID = rows[17].id
    private static let handle =
        rows.lazy.compactMap(\.handles.first).map(Kit.init).first ?? Kit(type: .generic, value: "")
    private static let cutoff = GeneratedRows.epoch.addingTimeInterval(30_000)
    private static let connected = Recent.Status.connected
    private static let missed = Recent.Status.missed
    private static let incoming = Recent.Direction.incoming
    private static let phone = Kit.Kind.phoneNumber

    private static var columns: [PredicateCase] {
        let (anyID, cutoff, connected, missed, incoming) = (anyID, cutoff, connected, missed, incoming)
        let (unknown, cancelled, elsewhere) = (
            Recent.Status.unknown, Recent.Status.cancelled, Recent.Status.answeredElsewhere
        )
        return [
            PredicateCase("always", #Predicate { _ in true }),
            PredicateCase("never", #Predicate { _ in false }),
            PredicateCase("Predicate.true", Predicate<Recent>.true),
            PredicateCase("id", #Predicate { $0.id == anyID }),
            PredicateCase("other ids", #Predicate { $0.id != anyID }),
            PredicateCase("id order", #Predicate { $0.id < anyID }),
            PredicateCase("id text", #Predicate { $0.id.uuidString.starts(with: "A") }),
            PredicateCase("status", #Predicate { $0.status == connected }),
            PredicateCase("not a status", #Predicate { $0.status != missed }),
            PredicateCase("unknown", #Predicate { $0.status == unknown }),
            PredicateCase("cancelled", #Predicate { $0.status == cancelled }),
            PredicateCase("answered elsewhere", #Predicate { elsewhere == $0.status }),
            PredicateCase("direction", #Predicate { $0.direction == incoming }),
            PredicateCase("read", #Predicate { $0.isRead }),
            PredicateCase("unread", #Predicate { !$0.isRead }),
            PredicateCase("read == false", #Predicate { $0.isRead == false }),
            PredicateCase("date", #Predicate { $0.date >= cutoff }),
            PredicateCase("date equality", #Predicate { $0.date == cutoff }),
            PredicateCase("older", #Predicate { $0.date < cutoff }),
        ]
    }

    private static var logic: [PredicateCase] {
        let (cutoff, missed, incoming, connected) = (cutoff, missed, incoming, connected)
        let onlyUnread = true
        return [
            PredicateCase("missed and unread", #Predicate { $0.status == missed && !$0.isRead }),
            PredicateCase("or", #Predicate { $0.status == missed || $0.duration > 600 }),
            PredicateCase("not or", #Predicate { !($0.status == missed || $0.direction == incoming) }),
            PredicateCase(
                "three clauses", #Predicate { $0.status == connected && $0.date > cutoff && $0.duration < 60 }),
            PredicateCase("ternary", #Predicate { $0.isRead ? $0.duration > 1_000 : $0.duration < 10 }),
            PredicateCase("ternary value", #Predicate { ($0.direction == incoming ? 100.0 : 500.0) < $0.duration }),
            PredicateCase("captured switch", #Predicate { !onlyUnread || !$0.isRead }),
            PredicateCase("Boolean equality", #Predicate { $0.isRead == ($0.status == missed) }),
            PredicateCase("xor", #Predicate { $0.isRead != ($0.direction == incoming) }),
            PredicateCase(
                "nested", #Predicate { ($0.isRead && ($0.status == missed || $0.handles.isEmpty)) || $0.duration == 0 }),
            PredicateCase("if else", #Predicate { if $0.isRead { $0.duration > 5 } else { $0.handles.count == 2 } }),
        ]
    }

    private static var numbers: [PredicateCase] {
        let cutoff = cutoff
        let minutes = 5.0
        let open = 100.0..<200.0
        let closed = 100.0...200.0
        let from = cutoff...
        let upTo = ..<cutoff
        let through = ...900.0
        let days = cutoff..<cutoff.addingTimeInterval(3_600)
        return [
            PredicateCase("longer", #Predicate { $0.duration >= minutes * 60 }),
            PredicateCase("arithmetic", #Predicate { $0.duration * 2 + 1 > 400.5 }),
            PredicateCase("subtraction", #Predicate { $0.duration - 100 < 20 }),
            PredicateCase("minus", #Predicate { -$0.duration < -1_000 }),
            PredicateCase("end", #Predicate { $0.date.timeIntervalSinceReferenceDate + $0.duration > 800_030_000.5 }),
            PredicateCase("1970", #Predicate { $0.date.timeIntervalSince1970 < 1_778_337_000.25 }),
            PredicateCase(
                "captured date arithmetic",
                #Predicate {
                    $0.date.timeIntervalSinceReferenceDate > cutoff.timeIntervalSinceReferenceDate - 600
                }),
            PredicateCase("range", #Predicate { (100.0..<200.0).contains($0.duration) }),
            PredicateCase("closed range", #Predicate { (100.0...200.0).contains($0.duration) }),
            PredicateCase("captured range", #Predicate { open.contains($0.duration) }),
            PredicateCase("captured closed range", #Predicate { closed.contains($0.duration) }),
            PredicateCase("range of dates", #Predicate { days.contains($0.date) }),
            PredicateCase("from", #Predicate { from.contains($0.date) }),
            PredicateCase("up to", #Predicate { upTo.contains($0.date) }),
            PredicateCase("through", #Predicate { through.contains($0.duration) }),
            PredicateCase("range of counts", #Predicate { (2...3).contains($0.handles.count) }),
        ]
    }

    private static var handles: [PredicateCase] {
        let (handle, phone) = (handle, phone)
        let pair = [handle, Kit(type: .phoneNumber, value: "+15550123", displayName: "Zo\u{EB}")]
        let set = Set(pair)
        let kinds: Set<Kit.Kind> = [.phoneNumber, .emailAddress]
        let accented = "caf\u{E9}@example.org"
        let incoming = incoming
        return [
            PredicateCase("handle", #Predicate { $0.handles.contains(handle) }),
            PredicateCase("handle where", #Predicate { $0.handles.contains { $0.value == "+15550100" } }),
            PredicateCase("canonical equivalence", #Predicate { $0.handles.contains { $0.value == accented } }),
            PredicateCase("handle inequality", #Predicate { $0.handles.contains { $0.value != accented } }),
            PredicateCase("handle equality inside", #Predicate { $0.handles.contains { $0 == handle } }),
            PredicateCase("handle inequality inside", #Predicate { $0.handles.contains { $0 != handle } }),
            PredicateCase("captured handle's value", #Predicate { $0.handles.contains { $0.value == handle.value } }),
            PredicateCase("handle among", #Predicate { $0.handles.contains { pair.contains($0) } }),
            PredicateCase("handle in set", #Predicate { $0.handles.contains { set.contains($0) } }),
            PredicateCase("kind", #Predicate { $0.handles.contains { $0.type == phone } }),
            PredicateCase("kind's raw value", #Predicate { $0.handles.contains { $0.type.rawValue == 2 } }),
            PredicateCase("kinds", #Predicate { $0.handles.contains { kinds.contains($0.type) } }),
            PredicateCase("name", #Predicate { $0.handles.contains { $0.displayName == "Zo\u{EB}" } }),
            PredicateCase("no name", #Predicate { $0.handles.contains { $0.displayName.isEmpty } }),
            PredicateCase(
                "name or value",
                #Predicate {
                    $0.handles.contains { $0.displayName == "Ana" || $0.value.starts(with: "+") }
                }),
            PredicateCase(
                "kind and value", #Predicate { $0.handles.contains { $0.type == phone && $0.value == "+15550123" } }),
            PredicateCase("no handles", #Predicate { $0.handles.isEmpty }),
            PredicateCase("two handles", #Predicate { $0.handles.count == 2 }),
            PredicateCase("arithmetic on a count", #Predicate { $0.handles.count * 2 - 1 > 2 }),
            PredicateCase("all handles", #Predicate { $0.handles.allSatisfy { $0.type == phone } }),
            PredicateCase("no such handle", #Predicate { !$0.handles.contains { $0.value == "" } }),
            PredicateCase(
                "row inside a test",
                #Predicate { row in
                    row.handles.contains { $0.type == phone && row.direction == incoming }
                }),
        ]
    }

    private static var text: [PredicateCase] {
        let part = "e\u{301}"
        let flag = "\u{1F44D}"
        return [
            PredicateCase("contains", #Predicate { $0.handles.contains { $0.value.contains("555") } }),
            PredicateCase("contains a name", #Predicate { $0.handles.contains { $0.value.contains($0.displayName) } }),
            PredicateCase("contains nothing", #Predicate { $0.handles.contains { $0.value.contains("") } }),
            PredicateCase(
                "contains part of a character", #Predicate { $0.handles.contains { $0.value.contains("e") } }),
            PredicateCase(
                "contains a composed character", #Predicate { $0.handles.contains { $0.value.contains(part) } }),
            PredicateCase("contains an emoji", #Predicate { $0.handles.contains { $0.displayName.contains(flag) } }),
            PredicateCase("contains a man", #Predicate { $0.handles.contains { $0.value.contains("\u{1F468}") } }),
            PredicateCase("contains NUL", #Predicate { $0.handles.contains { $0.value.contains("\u{0}") } }),
            PredicateCase("wildcards are text", #Predicate { $0.handles.contains { $0.value.contains("%_") } }),
            PredicateCase("quotes are text", #Predicate { $0.handles.contains { $0.value == "o'brien\"; --" } }),
            PredicateCase("starts with", #Predicate { $0.handles.contains { $0.value.starts(with: "+1555") } }),
            PredicateCase("starts with nothing", #Predicate { $0.handles.contains { $0.value.starts(with: "") } }),
            PredicateCase(
                "starts with half a syllable", #Predicate { $0.handles.contains { $0.value.starts(with: "\u{1112}") } }),
            PredicateCase(
                "starts with more", #Predicate { $0.handles.contains { "+1555010099".starts(with: $0.value) } }),
            PredicateCase("length", #Predicate { $0.handles.contains { $0.value.count == 1 } }),
            PredicateCase("longer text", #Predicate { $0.handles.contains { $0.value.count > 8 } }),
            PredicateCase("text order", #Predicate { $0.handles.contains { $0.value < "a" } }),
            PredicateCase("text order beyond", #Predicate { $0.handles.contains { $0.value >= "\u{E9}" } }),
            PredicateCase("name is value", #Predicate { $0.handles.contains { $0.displayName < $0.value } }),
            PredicateCase("composed order", #Predicate { $0.handles.contains { $0.value == "x\u{307}\u{323}" } }),
            PredicateCase("\u{C5}ngstr\u{F6}m", #Predicate { $0.handles.contains { $0.value == "\u{C5}" } }),
        ]
    }

    private static var captured: [PredicateCase] {
        let ids = rows.prefix(5).map(\.id)
        let idSet = Set(rows.suffix(700).map(\.id))
        let statuses: [Recent.Status] = [.missed, .answeredElsewhere]
        let values = ["caf\u{E9}@example.org", "+15550101", ""]
        let none: [UUID] = []
        let recent = Recent(rows[40])
        let dates = [rows[0].startedAt, rows[9].startedAt]
        let odd = 1_778_337_000.25
        return [
            PredicateCase("ids", #Predicate { ids.contains($0.id) }),
            PredicateCase("many ids", #Predicate { idSet.contains($0.id) }),
            PredicateCase("statuses", #Predicate { statuses.contains($0.status) }),
            PredicateCase("values", #Predicate { $0.handles.contains { values.contains($0.value) } }),
            PredicateCase("none of none", #Predicate { none.contains($0.id) }),
            PredicateCase("all of none", #Predicate { !none.contains($0.id) }),
            PredicateCase("dates", #Predicate { dates.contains($0.date) }),
            PredicateCase(
                "as long as another", #Predicate { $0.duration > recent.duration && $0.status == recent.status }),
            PredicateCase("literal list", #Predicate { [0.0, 5.0, 10.25].contains($0.duration) }),
            PredicateCase("captured number", #Predicate { $0.date.timeIntervalSince1970 == odd }),
        ]
    }

    /// What has no counterpart in the store, wholly or in part.
    private static var stays: [PredicateCase] {
        let (handle, missed, phone) = (handle, missed, phone)
        let all = Set(rows.map(\.id))
        let list = [handle]
        let infinite = Double.infinity
        let notANumber = Double.nan
        let huge = Int.max
        let long = String(repeating: "\u{1}", count: 200_000)
        return [
            PredicateCase(
                "search", .none, #Predicate { $0.handles.contains { $0.value.localizedStandardContains("CAFE") } }),
            PredicateCase(
                "search names", .part,
                #Predicate {
                    !$0.isRead && $0.handles.contains { $0.displayName.localizedStandardContains("zoe") }
                }),
            PredicateCase("first value", .none, #Predicate { $0.handles.first?.value == "+15550100" }),
            PredicateCase(
                "first value and missed", .part,
                #Predicate {
                    $0.handles.first?.value == "+15550100" && $0.status == missed
                }),
            PredicateCase("first or nothing", .none, #Predicate { ($0.handles.first?.value ?? "none") == "none" }),
            PredicateCase("whole list", .none, #Predicate { $0.handles == list }),
            PredicateCase("filter", .none, #Predicate { $0.handles.filter { $0.type == phone }.count == 2 }),
            PredicateCase("subscript", .part, #Predicate { !$0.handles.isEmpty && $0.handles[0].type == phone }),
            PredicateCase("division", .none, #Predicate { $0.duration / 60 >= 5 }),
            PredicateCase("infinity", .none, #Predicate { $0.duration < infinite }),
            PredicateCase(
                "text that D-Bus does not take", .none,
                #Predicate { $0.handles.contains { $0.value == "\u{10FFFF}" } }),
            PredicateCase("text longer than a message", .none, #Predicate { $0.handles.contains { $0.value == long } }),
            PredicateCase("NaN", .none, #Predicate { !($0.duration < notANumber) }),
            PredicateCase("more ids than the daemon takes", .part, #Predicate { all.contains($0.id) && !$0.isRead }),
            PredicateCase(
                "nested tests", .none,
                #Predicate { row in
                    row.handles.contains { one in row.handles.contains { other in one.value == other.displayName } }
                }),
            PredicateCase("integer limits", .none, #Predicate { $0.handles.count < huge - $0.handles.count }),
        ]
    }
}
