// SPDX-License-Identifier: Apache-2.0
import Telephony

/// A manifest and where it was found.
struct FoundManifest: Sendable {
    let manifest: Manifest
    /// Its folder, for the log.
    let origin: String
    /// Whether it comes with the system and is not the person's own.
    let isFromSystem: Bool

    var identifier: String { manifest.identity.bundleIdentifier }
}
