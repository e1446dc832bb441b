// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials

/// The lines that the person chose, as cellular services.
package struct LineSettings: Hashable, Sendable {
    /// The line for all calls; nil asks when there are several.
    package var standard: UUID?
    /// The line of each number that has one of its own, by `key(of:)`.
    package private(set) var remembered: [String: UUID]

    /// - Parameter remembered: by number, as it was given once.
    package init(standard: UUID? = nil, remembered: [String: UUID] = [:]) {
        self.standard = standard
        self.remembered = [:]
        for (number, service) in remembered.sorted(by: { $0.key < $1.key }) {
            self.remembered[Self.key(of: number)] = service
        }
    }

    /// The line of one number: whatever is dialed before or after it, and with a + or the 00 in its place.
    package subscript(number: DialString) -> UUID? {
        get { remembered[Self.key(of: number)] }
        set { remembered[Self.key(of: number)] = newValue }
    }

    /// What a number is known by, in whatever way it was given once.
    package static func key(of number: String) -> String { (try? DialString(parsing: number)).map(key) ?? number }

    /// What a number is known by.
    ///
    /// An international number is written with `+`. Where 00 is not the prefix for calls abroad (in North America it is
    /// 011) no subscriber's number begins with it, and 011 begins area numbers elsewhere, so it is left as it is.
    package static func key(of number: DialString) -> String {
        let bare = number.withoutPrefixAndPostDial
        guard bare.hasPrefix("00"), let international = try? DialString(parsing: "+" + bare.dropFirst(2)) else {
            return bare
        }
        return international.address
    }
}
