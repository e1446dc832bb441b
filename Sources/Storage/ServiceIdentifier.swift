// SPDX-License-Identifier: Apache-2.0
import CNettle
import FoundationEssentials

/// The identifier that apps know a SIM by: stable on this installation, and no way back to the ICCID.
enum ServiceIdentifier {
    /// Bytes of the installation's key, the block that HMAC-SHA-256 asks for (RFC 2104, section 3).
    static let keySize = 32

    static func randomKey() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<keySize).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// The first 128 bits of HMAC-SHA-256 with the version and variant of a custom UUID (RFC 9562, section 5.8).
    static func make(iccid: String, key: [UInt8]) -> UUID {
        var context = hmac_sha256_ctx()
        var digest = [UInt8](repeating: 0, count: 16)
        let text = Array(iccid.utf8)
        nettle_hmac_sha256_set_key(&context, key.count, key)
        nettle_hmac_sha256_update(&context, text.count, text)
        nettle_hmac_sha256_digest(&context, digest.count, &digest)
        digest[6] = digest[6] & 0x0f | 0x80
        digest[8] = digest[8] & 0x3f | 0x80
        return digest.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
