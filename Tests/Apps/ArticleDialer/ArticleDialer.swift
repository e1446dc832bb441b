// SPDX-License-Identifier: Apache-2.0
import Foundation
import LiveCommunicationKit

/// Runs the article's samples: `ArticleDialer services | dial NUMBER [SERVICE] | history | watch`.
///
/// `history` prints the history once it has come, `watch` also after every change, a JSON array a line.
@main
struct ArticleDialer {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("services", 1): printLine(cellularServices)
        case ("dial", 2...3): await dial(arguments[1], on: arguments.count > 2 ? arguments[2] : nil)
        case ("history", 1): await printHistory(untilFirst: true)
        case ("watch", 1): await printHistory(untilFirst: false)
        default: end(2, "usage: ArticleDialer services | dial NUMBER [SERVICE] | history | watch")
        }
    }

    private static func dial(_ number: String, on label: String?) async {
        let service = label.flatMap { label in cellularServices.first { $0.label == label } }
        if let label, service == nil { end(1, "no service is called \(label)") }
        do {
            try await startCellularConversation(number, using: service)
        } catch {
            end(1, error.localizedDescription)
        }
    }

    @MainActor
    private static func printHistory(untilFirst: Bool) async {
        let model = RecentConversationsViewModel()
        repeat {
            await nextChange(of: model)
            printLine(model.history)
        } while !untilFirst
    }

    @MainActor
    private static func nextChange(of model: RecentConversationsViewModel) async {
        await withCheckedContinuation { changed in
            withObservationTracking {
                _ = model.history
            } onChange: {
                Task { @MainActor in changed.resume() }
            }
        }
    }

    private static func printLine(_ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(value) else { return }
        FileHandle.standardOutput.write(json + Data("\n".utf8))
    }

    private static func end(_ status: Int32, _ message: String) -> Never {
        FileHandle.standardError.write(Data("ArticleDialer: \(message)\n".utf8))
        exit(status)
    }
}
