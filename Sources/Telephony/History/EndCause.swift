// SPDX-License-Identifier: Apache-2.0

/// Why a conversation ended: a word that programs read and, where the network or the modem gave one, its sentence.
///
/// It is finer than an `Outcome`: a conversation that was connected may have ended because the modem was pulled, and one
/// that failed says why.
package struct EndCause: Hashable, Sendable {
    /// The word; an open set: one that a newer daemon uses is carried.
    package struct Kind: RawRepresentable, Hashable, Sendable {
        package var rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The word.
    package var kind: Kind
    /// A sentence for people, without control characters; "" where the word says all.
    package let message: String

    /// Makes a cause; control characters and what is too long are left out of the sentence.
    package init(_ kind: Kind, _ message: String = "") {
        self.kind = kind
        self.message = String(
            String.UnicodeScalarView(
                message.unicodeScalars.filter { $0.properties.generalCategory != .control }
                    .prefix(Self.maximumLength)))
    }

    /// Unicode scalars of a sentence at most; the rest is cut off, for it is only shown.
    package static let maximumLength = 512
}

extension EndCause.Kind {
    /// The person ended it here.
    package static let localHangUp = Self(rawValue: "localHangUp")
    /// The other side ended it.
    package static let remoteHangUp = Self(rawValue: "remoteHangUp")
    /// The other side was busy.
    package static let busy = Self(rawValue: "busy")
    /// Nobody answered.
    package static let noAnswer = Self(rawValue: "noAnswer")
    /// It was declined.
    package static let declined = Self(rawValue: "declined")
    /// The network would not set the call up.
    package static let refused = Self(rawValue: "refused")
    /// Another device of the person's took it.
    package static let answeredElsewhere = Self(rawValue: "answeredElsewhere")
    /// Another device of the person's declined it.
    package static let declinedElsewhere = Self(rawValue: "declinedElsewhere")
    /// The modem, its service, the SIM or the coverage went away under the call.
    package static let lost = Self(rawValue: "lost")
    /// It could not be made or carried on.
    package static let failed = Self(rawValue: "failed")
    /// Nobody said why.
    package static let unknown = Self(rawValue: "unknown")
}

extension EndCause {
    /// The cause of an end that a backend reported.
    package init(of reason: CallEndReason) {
        switch reason {
        case .localHangUp: self.init(.localHangUp)
        case .remoteHangUp: self.init(.remoteHangUp)
        case .busy: self.init(.busy)
        case .noAnswer: self.init(.noAnswer)
        case .declined: self.init(.declined)
        case .refused(let message): self.init(.refused, message)
        case .answeredElsewhere: self.init(.answeredElsewhere)
        case .declinedElsewhere: self.init(.declinedElsewhere)
        case .lost: self.init(.lost)
        case .failed(let message): self.init(.failed, message)
        case .unknown: self.init(.unknown)
        }
    }

    /// The cause as one text, for a database: the word, and the sentence behind a colon.
    package var text: String { message.isEmpty ? kind.rawValue : "\(kind.rawValue): \(message)" }

    /// The cause that `text` stands for; nil for an empty one.
    package init?(text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = parts.first, !kind.isEmpty else { return nil }
        let message = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
        self.init(Kind(rawValue: String(kind)), String(message))
    }
}
