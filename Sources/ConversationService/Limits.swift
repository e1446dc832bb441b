// SPDX-License-Identifier: Apache-2.0
import Telephony

/// How long the service waits for what, and how much it keeps. Limits that belong to a rule stand with the rule:
/// `ConsentDesk`, `ToneQueue`, `RowQueue`, `RoleBook`, `ConversationTable`, `AuditRing`.
extension Switchboard {
    // MARK: The disk

    /// How long whoever asks for something on disk waits for a disk that does not answer.
    package static let patienceForDisk = Duration.seconds(1)
    /// Errands that wait for the disk at once; a further one is not begun.
    package static let maximumErrands = 32
    /// How long the end of a conversation is kept back for its row; then it is told, and the row waits in memory.
    package static let patienceForRow = Duration.seconds(3)
    /// How long it takes until rows that a crash left open are looked for again, when they could not be read.
    package static let retryInterval = Duration.seconds(30)
    /// How often the row of a connected conversation is brought up to date, so that a crash loses no more than this.
    package static let heartBeat = Duration.seconds(300)

    // MARK: The start of the service

    /// How long whoever asks for a line first waits for it: their asking may have started the daemon, and the modem
    /// daemon has not told of its modems yet.
    package static let patienceForLines = Duration.seconds(2)
    /// How long a prompt waits for a screen: a link may have started the service, and screens that were there before it
    /// have yet to see that it is back.
    package static let patienceForScreens = Duration.seconds(2)
    /// How long a call that was up before the daemon waits for its row; after that it gets one of its own.
    package static let patienceForOpenRows = Duration.seconds(1)

    // MARK: Lines

    /// How long the lines of SIMs that are new wait for their identifiers.
    package static let patienceForIdentifiers = Duration.seconds(1)
    /// How long an emergency call that no line took waits for one that starts or that has just been lost.
    package static let patienceForEmergencyLine = Duration.seconds(30)
    /// How long the calls of a line may take to end before the emergency number is dialed all the same.
    package static let freeingLimit = Duration.seconds(5)

    // MARK: Roles

    /// How long whoever asks for the roles waits for a disk that does not answer.
    package static let patienceForRoles = Duration.seconds(2)
    /// How long it takes until roles that could not be read, or written, are tried again.
    package static let roleRetryInterval = Duration.seconds(5)
    /// How long a holder of a role may be gone before the role is empty; nothing counts as the app meanwhile.
    package static let patienceForHolders = Duration.seconds(RoleBook.patience)

    // MARK: Tones and codes

    /// What a `,` in the post-dial part means.
    package static let pause = ToneQueue.pause
    /// Between two tones.
    package static let toneGap = Duration.milliseconds(300)
    /// How long the network's question waits for the person; the network itself gives up sooner or later.
    package static let answerPatience = Duration.seconds(300)
}
