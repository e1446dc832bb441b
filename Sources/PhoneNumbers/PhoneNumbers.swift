// SPDX-License-Identifier: Apache-2.0
import Telephony

/// What libphonenumber knows about numbers; the library is opened at the first question that needs it.
///
/// Safe from any thread; the first question takes some 20 ms and, for as long as the process lives, some 7 MB.
package final class PhoneNumbers: EmergencyDirectory {
    private let library: PhoneNumberLibrary

    /// - Parameter log: told once, when the library cannot be opened.
    package init(log: @escaping @Sendable (String) -> Void = { _ in }) {
        library = PhoneNumberLibrary(paths: PhoneNumberLibrary.standardPaths, log: log)
    }

    /// With the library's file elsewhere.
    init(paths: [String], log: @escaping @Sendable (String) -> Void) {
        library = PhoneNumberLibrary(paths: paths, log: log)
    }

    /// Whether the library has been opened.
    var isLoaded: Bool { library.isLoaded }

    package func isEmergencyNumber(_ number: String, networkCountry: String?, simCountry: String?) async -> Bool {
        guard Self.canBeEmergency(number), let country = networkCountry ?? simCountry else { return false }
        let regions = MobileCountry.regions(of: country)
        guard !regions.isEmpty, let isEmergencyNumber = library.functions?.isEmergencyNumber else { return false }
        return regions.contains { isEmergencyNumber(number, $0) }
    }

    package func trouble() async -> String? { library.trouble }

    private static func canBeEmergency(_ number: String) -> Bool {
        (1...EmergencyNumbers.maximumLength).contains(number.utf8.count)
            && number.utf8.allSatisfy { (48...57).contains($0) }
    }
}
