// SPDX-License-Identifier: Apache-2.0

/// This release.
package let dialtoneVersion = "0.1.0"
