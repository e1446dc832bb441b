// SPDX-License-Identifier: Apache-2.0
import Telephony

/// The sources of lines, by name.
struct Backends: Sendable {
    let all: [any Backend]

    init(_ all: [any Backend]) { self.all = all }

    subscript(name: String) -> (any Backend)? { all.first { $0.name == name } }

    /// What the network and the SIM of a line do besides calls. Throws `unknownService`, `callRefused`.
    func networkServices(of line: LineKey) throws(TelephonyError) -> any NetworkServices {
        guard let backend = self[line.backend] else {
            throw TelephonyError(.unknownService, "the line went away; read the services again")
        }
        guard let services = backend as? any NetworkServices else {
            throw TelephonyError(.callRefused, "this line cannot run codes; use another line")
        }
        return services
    }
}
