// SPDX-License-Identifier: Apache-2.0
import DBus

extension ModemManagerBackend {
    /// What is listened to, all of it from one unique name.
    static func matches(_ owner: String) -> [SignalMatch] {
        [
            (Name.objectManager, nil), (Name.properties, "PropertiesChanged"), (Name.modem, "StateChanged"),
            (Name.voice, nil), (Name.call, "StateChanged"),
        ].map { SignalMatch(sender: owner, interface: $0.0, member: $0.1) }
    }

    /// Turns a signal into an event; one that cannot be read is passed over.
    func receive(_ signal: SignalMessage) {
        guard let event = try? Self.event(signal) else { return }
        if case .interfacesRemoved(let path, let names) = event, names.contains(Name.modem) {
            update { $0.becameIdle(on: book.lineKey(path)) }
        }
        guard case .propertiesChanged(let modem, Name.ussd, let properties) = event else { return take(event) }
        let before = book.modems[modem]?.ussdState
        take(event)
        ussdChanged(modem, properties, from: before)
    }

    static func event(_ signal: SignalMessage) throws -> BookEvent? {
        switch (signal.interface, signal.member) {
        case (Name.objectManager, "InterfacesAdded"):
            let (path, interfaces) = try signal.read(as: ObjectPath.self, BookEvent.Interfaces.self)
            return .interfacesAdded(path, interfaces)
        case (Name.objectManager, "InterfacesRemoved"):
            let (path, names) = try signal.read(as: ObjectPath.self, [String].self)
            return .interfacesRemoved(path, names)
        case (Name.properties, "PropertiesChanged"):
            let (interface, properties, _) = try signal.read(
                as: String.self, [String: Variant].self, [String].self)
            return .propertiesChanged(signal.path, interface: interface, properties)
        case (Name.modem, "StateChanged"):
            let (_, state, reason) = try signal.read(as: Int32.self, Int32.self, UInt32.self)
            return .modemStateChanged(
                signal.path, ModemState(rawValue: state), ModemStateChangeReason(rawValue: reason))
        case (Name.voice, "CallAdded"):
            return .callAdded(try signal.read(as: ObjectPath.self), modem: signal.path)
        case (Name.voice, "CallDeleted"):
            return .callDeleted(try signal.read(as: ObjectPath.self))
        case (Name.call, "StateChanged"):
            let (_, state, reason) = try signal.read(as: Int32.self, Int32.self, UInt32.self)
            return .callChanged(
                signal.path, CallWord(CallStateWord(rawValue: state), CallReasonWord(rawValue: reason)))
        default: return nil
        }
    }
}
