// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Descriptors over a socket (unix(7), SCM_RIGHTS).
enum DescriptorPassing {
    private static let header = 16
    /// SCM_RIGHTS; the macro does not import.
    private static let rights: Int32 = 1

    /// Sends bytes, with descriptors at the first of them.
    static func send(_ bytes: [UInt8], _ descriptors: [Int32], on socket: Int32) throws {
        var control = [UInt64](repeating: 0, count: 2 + (descriptors.count + 1) / 2)
        control.withUnsafeMutableBytes { buffer in
            buffer.storeBytes(of: UInt64(header + 4 * descriptors.count), toByteOffset: 0, as: UInt64.self)
            buffer.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
            buffer.storeBytes(of: rights, toByteOffset: 12, as: Int32.self)
            for (index, descriptor) in descriptors.enumerated() {
                buffer.storeBytes(of: descriptor, toByteOffset: header + 4 * index, as: Int32.self)
            }
        }
        var bytes = bytes
        let count = with(&bytes, &control) { sendmsg(socket, $0, Int32(MSG_NOSIGNAL)) }
        guard count == bytes.count else { throw RawFailure(description: "sendmsg: errno \(errno)") }
    }

    /// Waits for one descriptor. Throws `RawFailure` when the other side ends without.
    static func receive(on socket: Int32) throws -> Int32 {
        var control = [UInt64](repeating: 0, count: 3)
        var bytes: [UInt8] = [0]
        var count = 0
        repeat {
            count = with(&bytes, &control) { recvmsg(socket, $0, Int32(MSG_CMSG_CLOEXEC)) }
        } while count < 0
            && errno == EINTR
        let descriptor = control.withUnsafeBytes { $0.load(fromByteOffset: header, as: Int32.self) }
        guard count == 1, control[0] == UInt64(header + 4) else {
            throw RawFailure(description: "the caller did not connect to the bus")
        }
        return descriptor
    }

    private static func with(
        _ bytes: inout [UInt8], _ control: inout [UInt64], _ body: (UnsafeMutablePointer<msghdr>) -> Int
    ) -> Int {
        bytes.withUnsafeMutableBytes { data in
            control.withUnsafeMutableBytes { control in
                var part = iovec(iov_base: data.baseAddress, iov_len: data.count)
                return withUnsafeMutablePointer(to: &part) { parts in
                    var message = msghdr()
                    (message.msg_iov, message.msg_iovlen) = (parts, 1)
                    (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
                    return body(&message)
                }
            }
        }
    }
}
