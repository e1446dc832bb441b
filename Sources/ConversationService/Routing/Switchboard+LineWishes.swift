// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials
package import Telephony

// The lines that the person chose: read and written beside the calls.
extension Switchboard {
    /// The line for all calls, or nil to be asked. Throws `TelephonyError`.
    package func setDefaultLine(_ service: UUID?, by caller: Caller) async throws {
        try rights(of: caller).control()
        try requireKnown(service)
        try await changeWishes { [lines = parts.lines] in
            try await lines.setDefaultService(service)
        } then: {
            $0.standard = service
        }
    }

    /// The line for one number, or nil to forget it. Throws `TelephonyError`.
    package func rememberLine(_ service: UUID?, for text: String, by caller: Caller) async throws {
        try rights(of: caller).control()
        try requireKnown(service)
        let number = try DialString(parsing: text, from: .typed)
        guard number.networkCode == nil else {
            throw TelephonyError(.networkCode, "this is a network code and not a number; name its line with --service")
        }
        if service == nil, try await lineSettings()[number] == nil {
            throw TelephonyError(
                .invalidArgument, "this number has no line of its own; dialtone lines lists those that do")
        }
        try await changeWishes { [lines = parts.lines] in
            try await lines.remember(service, for: LineSettings.key(of: number))
        } then: {
            $0[number] = service
        }
    }

    /// The default line; nil when there is none. Throws `TelephonyError`, also when it cannot be read.
    package func defaultLine(for caller: Caller) async throws -> UUID? {
        try rights(of: caller).control()
        return try await lineSettings().standard
    }

    /// The numbers that have a line of their own. Throws `TelephonyError`, also when they cannot be read.
    package func rememberedLines(for caller: Caller) async throws -> [String: UUID] {
        try rights(of: caller).control()
        return try await lineSettings().remembered
    }

    private func requireKnown(_ service: UUID?) throws(TelephonyError) {
        guard let service, lines.line(of: service) == nil else { return }
        throw TelephonyError(.unknownService, "this cellular service is not there; dialtone services lists them")
    }

    /// Writes a choice, and takes it over once it is on disk.
    private func changeWishes(
        _ write: @escaping @Sendable () async throws -> Void,
        then change: @escaping @Sendable (inout LineSettings) -> Void
    ) async throws {
        let result = await patiently(Self.patienceForDisk) { [self] () -> Result<Void, any Error> in
            do {
                try await write()
                return .success(await noteWish(change))
            } catch {
                return .failure(error)
            }
        }
        guard let result else {
            throw TelephonyError(.databaseUnreadable, "the disk does not answer; the choice counts once it is written")
        }
        try result.get()
        // Whoever sees that it is written counts on it.
        if !wishes.areKnown { _ = try? await lineSettings() }
    }

    private func noteWish(_ change: (inout LineSettings) -> Void) { wishes.change(change) }

    /// The choices, read now when they could not be read before.
    private func lineSettings() async throws -> LineSettings {
        if !wishes.areKnown { await share(.lineSettings, upTo: Self.patienceForDisk) { await $0.readWishes() } }
        return try wishes.known.get()
    }

    /// Reads the choices beside all else, unless they are known.
    func readWishesSoon() {
        guard !wishes.areKnown else { return }
        begin(.lineSettings) { await $0.readWishes() }
    }

    private func readWishes() async {
        var isCurrent = false
        while !isCurrent {
            let changes = wishes.changes
            let result: Result<LineSettings, TelephonyError>
            do { result = .success(try await parts.lines.lineSettings()) } catch {
                result = .failure(error as? TelephonyError ?? TelephonyError(.databaseUnreadable, "\(error)"))
            }
            isCurrent = takeOver(result, after: changes)
        }
    }

    private func takeOver(_ result: Result<LineSettings, TelephonyError>, after changes: Int) -> Bool {
        if case .failure(let error) = result, wishes.known != result { log("lines: \(error)") }
        return wishes.read(result, after: changes)
    }
}
