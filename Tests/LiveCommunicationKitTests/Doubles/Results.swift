// SPDX-License-Identifier: Apache-2.0
import Synchronization

@testable import LiveCommunicationKit

/// What several threads read.
final class Results: Sendable {
    private let values = Mutex<[[CellularService]]>([])

    var all: [[CellularService]] { values.withLock { $0 } }

    func add(_ value: [CellularService]) { values.withLock { $0.append(value) } }
}
