// SPDX-License-Identifier: Apache-2.0
import ConversationClient

extension Dialtone {
    /// The command line on the session bus and on this process's output.
    package init() {
        self.init(terminal: StandardTerminal()) { ConversationClient.onSessionBus() }
    }
}
