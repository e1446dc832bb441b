// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc

/// Decides whether a process may ask the person on its terminal: only in the foreground of the terminal on which the
/// person logged in. A program that makes a terminal for itself and answers its own questions is on none.
struct LoginTerminals: Sendable {
    let requiresLogin: Bool

    /// Why the process must not ask on its terminal; nil when it may.
    func problem(of pid: Int32) -> String? {
        guard let job = TerminalJob(pid: pid), job.terminal != 0 else {
            return "dialtone agent needs a terminal; run it in a login on a console or over ssh"
        }
        guard job.isInForeground else { return "dialtone agent has to run in the foreground of its terminal" }
        guard !requiresLogin || isLogin(job.terminal, session: job.session) else {
            return
                "this is not the terminal of a login; run dialtone agent on a console or over ssh, and not in tmux, screen or "
                + "a terminal window"
        }
        return nil
    }

    /// Whether somebody who is this user logged in on the terminal, with the process's session or its parent (utmpx(5)).
    private func isLogin(_ terminal: UInt64, session: Int32) -> Bool {
        setutxent()
        defer { endutxent() }
        while let entry = getutxent() {
            guard entry.pointee.ut_type == Int16(USER_PROCESS), terminalNumber(of: entry.pointee) == terminal else {
                continue
            }
            let login = entry.pointee.ut_pid
            if login == session || TerminalJob(pid: session)?.parent == login { return true }
        }
        return false
    }

    private func terminalNumber(of entry: utmpx) -> UInt64? {
        let line = withUnsafeBytes(of: entry.ut_line) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        var status = stat()
        guard stat("/dev/\(line)", &status) == 0, status.st_uid == geteuid() else { return nil }
        return UInt64(status.st_rdev)
    }
}
