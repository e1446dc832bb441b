// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Foundation
internal import Synchronization
internal import Telephony

/// The process's one tie to the system: a connection, what it last reported, and who wants to know.
final class TelephonySession: Sendable {
    static let shared = TelephonySession(connection: BusConnection())

    let connection: any TelephonyConnection
    let services: ServiceSnapshot
    private let historyObservers = Mutex<[@Sendable () -> Void]>([])
    /// Observers are code of the app: it must not run on the connection's thread.
    private let delivery = DispatchQueue(label: "LiveCommunicationKit.delivery")

    private let hasComplained = Atomic<Bool>(false)
    private let complain: @Sendable (String) -> Void

    /// Opens the connection.
    ///
    /// - Parameter complain: Takes a sentence for the app's developer; to standard error.
    init(
        connection: any TelephonyConnection, patience: Duration = ServiceSnapshot.patience,
        complain: @escaping @Sendable (String) -> Void = { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
    ) {
        self.connection = connection
        self.complain = complain
        services = ServiceSnapshot(patience: patience)
        connection.open { [weak self] in self?.handle($0) }
    }

    /// What can dial now. The first time that it is nothing because of an error, the developer is told, once a process:
    /// the API has no place for a reason.
    var cellularServices: [CellularService] {
        let services = self.services.current
        guard services.isEmpty, let trouble = self.services.trouble,
            !hasComplained.exchange(true, ordering: .relaxed)
        else { return services }
        let error = ConversationError(trouble)
        complain(
            "LiveCommunicationKit: cellularServices is empty (\(error)). \(error.recoverySuggestion ?? "")"
                + " See README.md, \u{201C}Make your app the default dialer\u{201D}.")
        return services
    }

    /// Has the closure called, in order, at every change of the history.
    func onHistoryChange(_ observer: @escaping @Sendable () -> Void) {
        historyObservers.withLock { $0.append(observer) }
    }

    private func handle(_ report: TelephonyReport) {
        switch report {
        case .services(let services): self.services.update(services.map(CellularService.init))
        case .servicesUnavailable(let trouble): services.update([], because: trouble)
        case .historyChanged: delivery.async { self.announceHistoryChange() }
        }
    }

    private func announceHistoryChange() {
        for observer in historyObservers.withLock({ $0 }) { observer() }
    }
}
