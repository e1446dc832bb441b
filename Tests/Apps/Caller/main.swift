// SPDX-License-Identifier: Apache-2.0
import Glibc

// A program that is nothing but a caller: `dialtone-test-caller BUS-SOCKET [UID]` connects to a bus, hands the connection
// over on its standard output, which is a socket, and stays until the other end of that is closed. To the bus it is the
// caller, whatever comes over the connection. With UID it connects as that user, past folders that the user may not enter.

func fail(_ what: String) -> Never {
    perror(what)
    exit(1)
}

func connect(to path: String) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
    if result != 0 { fail("connect") }
    return descriptor
}

/// One descriptor with one byte (unix(7), SCM_RIGHTS).
func handOver(_ descriptor: Int32, on channel: Int32) {
    var control = [UInt64](repeating: 0, count: 3)
    control.withUnsafeMutableBytes { bytes in
        bytes.storeBytes(of: 20, toByteOffset: 0, as: UInt64.self)
        bytes.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
        bytes.storeBytes(of: 1, toByteOffset: 12, as: Int32.self)
        bytes.storeBytes(of: descriptor, toByteOffset: 16, as: Int32.self)
    }
    var byte: UInt8 = 1
    let sent = control.withUnsafeMutableBytes { bytes in
        withUnsafeMutablePointer(to: &byte) { data in
            var part = iovec(iov_base: data, iov_len: 1)
            return withUnsafeMutablePointer(to: &part) { parts in
                var message = msghdr()
                (message.msg_iov, message.msg_iovlen) = (parts, 1)
                (message.msg_control, message.msg_controllen) = (bytes.baseAddress, bytes.count)
                return sendmsg(channel, &message, 0)
            }
        }
    }
    if sent != 1 { fail("sendmsg") }
}

let arguments = CommandLine.arguments
guard arguments.count >= 2 else { fail("usage: dialtone-test-caller BUS-SOCKET [UID]") }
var path = arguments[1]
if arguments.count > 2, let user = uid_t(arguments[2]) {
    // Opened first: whoever has the descriptor needs no way to the file. O_PATH does not import.
    let file = open(path, 0o10_000_000 | O_CLOEXEC)
    path = "/proc/self/fd/\(file)"
    if setgroups(0, nil) != 0 || setgid(user) != 0 || setuid(user) != 0 { fail("become user \(user)") }
}
handOver(connect(to: path), on: STDOUT_FILENO)
var byte: UInt8 = 0
while read(STDOUT_FILENO, &byte, 1) > 0 {}
