// SPDX-License-Identifier: Apache-2.0
import CPhoneNumber
import Glibc
import Synchronization

/// The file libdialtone-phonenumber.so, opened once and never closed.
final class PhoneNumberLibrary: Sendable {
    /// Its functions, as CPhoneNumber describes them.
    struct Functions: Sendable {
        let isEmergencyNumber: @Sendable @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Bool
    }

    private enum State {
        case unopened
        case open(Functions)
        case missing(reason: String)
    }

    private let state = Mutex(State.unopened)
    private let paths: [String]
    private let log: @Sendable (String) -> Void

    init(paths: [String], log: @escaping @Sendable (String) -> Void) {
        self.paths = paths
        self.log = log
    }

    var isLoaded: Bool { state.withLock { if case .open = $0 { true } else { false } } }

    /// Opens the file at the first use; nil when there is none, which is found out once.
    var functions: Functions? {
        state.withLock { state in
            if case .unopened = state { state = open() }
            if case .open(let functions) = state { return functions }
            return nil
        }
    }

    /// Why it cannot be opened; nil when it is open. Opens it when nobody has.
    var trouble: String? {
        guard functions == nil else { return nil }
        return state.withLock { if case .missing(let reason) = $0 { reason } else { nil } }
    }

    private func open() -> State {
        var reason = "no file"
        for path in paths {
            if let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL), let functions = Functions(handle) {
                return .open(functions)
            }
            if access(path, F_OK) == 0, let error = dlerror() { reason = String(cString: error) }
        }
        let trouble = "the countries' emergency numbers are not known (\(reason)); those of SIM and standard are"
        log(trouble)
        return .missing(reason: trouble)
    }

    /// Next to the program, as it is built, and where it is installed beside it; both as safe as the program itself.
    static var standardPaths: [String] {
        let name = "libdialtone-phonenumber.so"
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return [] }
        let program = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = program.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        return ["\(folder)/\(name)", "\(folder)/../lib/dialtone/\(name)"]
    }
}

extension PhoneNumberLibrary.Functions {
    /// nil when the file lacks a function.
    fileprivate init?(_ library: UnsafeMutableRawPointer) {
        guard let symbol = dlsym(library, "dialtone_is_emergency_number") else { return nil }
        isEmergencyNumber = unsafeBitCast(symbol, to: type(of: isEmergencyNumber))
    }
}
