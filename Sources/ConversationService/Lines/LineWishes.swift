// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Telephony

/// The lines that the person chose, in memory: no call waits for the disk.
struct LineWishes: Sendable {
    /// The choices; until they were read, why they are not known, which is not that there are none.
    private(set) var known: Result<LineSettings, TelephonyError> = .failure(
        TelephonyError(.databaseUnreadable, "the chosen lines have not been read yet; try again"))
    /// Counts changes on disk: what was read before one of them is old.
    private(set) var changes = 0

    var areKnown: Bool { (try? known.get()) != nil }

    /// Takes over what was read after so many changes; false when it is old.
    mutating func read(_ result: Result<LineSettings, TelephonyError>, after changes: Int) -> Bool {
        guard changes == self.changes else { return false }
        if !areKnown { known = result }
        return true
    }

    /// What is on disk has been changed.
    mutating func change(_ body: (inout LineSettings) -> Void) {
        changes += 1
        guard var settings = try? known.get() else { return }
        body(&settings)
        known = .success(settings)
    }

    /// What speaks for a line, whoever is called.
    var forAll: LinePreference? {
        guard let settings = try? known.get() else { return .unknown }
        return settings.standard.map { .ifReady($0) }
    }

    /// What speaks for a line of this number, the strongest first.
    func forNumber(_ number: DialString) -> [LinePreference] {
        [(try? known.get())?[number].map { .always($0) }, forAll].compactMap(\.self)
    }
}
