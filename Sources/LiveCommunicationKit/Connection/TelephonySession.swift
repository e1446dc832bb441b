// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Synchronization

/// The process's one tie to the system: a connection, what it last reported, and who wants to know.
final class TelephonySession: Sendable {
    static let shared = TelephonySession(connection: BusConnection())

    let connection: any TelephonyConnection
    let services: ServiceSnapshot
    private let historyObservers = Mutex<[@Sendable () -> Void]>([])
    /// Observers are code of the app: it must not run on the connection's thread.
    private let delivery = DispatchQueue(label: "LiveCommunicationKit.delivery")

    /// Opens the connection.
    init(connection: any TelephonyConnection, patience: Duration = ServiceSnapshot.patience) {
        self.connection = connection
        services = ServiceSnapshot(patience: patience)
        connection.open { [weak self] in self?.handle($0) }
    }

    /// Has the closure called, in order, at every change of the history.
    func onHistoryChange(_ observer: @escaping @Sendable () -> Void) {
        historyObservers.withLock { $0.append(observer) }
    }

    private func handle(_ report: TelephonyReport) {
        switch report {
        case .services(let services): self.services.update(services.map(CellularService.init))
        case .historyChanged: delivery.async { self.announceHistoryChange() }
        }
    }

    private func announceHistoryChange() {
        for observer in historyObservers.withLock({ $0 }) { observer() }
    }
}
