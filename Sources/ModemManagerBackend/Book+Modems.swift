// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony

extension Book {
    mutating func handleModem(_ event: BookEvent) -> [BookEffect] {
        switch event {
        case .listed(let objects): list(objects)
        case .interfacesAdded(let path, let interfaces): add(path, interfaces)
        case .interfacesRemoved(let path, let names): remove(path, names)
        case .propertiesChanged(let path, let interface, let properties): change(path, interface, properties)
        case .modemStateChanged(let path, let state, let reason): modemState(path, state, reason)
        case .simRead(let modem, let sim, let properties): simRead(modem, sim, properties)
        case .enabled(let modem, let failure): enabled(modem, failure)
        case .switchedOffSettled(let modem): settled(modem)
        case .recalled(let switchedOff): recalled(switchedOff)
        default: []
        }
    }

    /// Whether the person is known to have switched it off.
    func isSwitchedOff(_ modem: Modem) -> Bool {
        modem.isBeingSwitchedOff || switchedOff?.contains(modem.memoryKey) ?? false
    }

    /// What was read at last; what signals told of a modem meanwhile wins.
    private mutating func recalled(_ remembered: Set<String>) -> [BookEffect] {
        guard switchedOff == nil else { return [] }
        switchedOff = remembered.union(settledOff)
        let memories = settledOff.sorted().map { BookEffect.remember(isSwitchedOff: true, modem: $0) }
        settledOff = []
        guard early == nil else { return memories }
        return memories + modems.keys.sorted(by: { $0.rawValue < $1.rawValue }).flatMap { follow($0) } + reportLines()
    }

    /// The modems that are lines, in the order in which they came.
    var callingModems: [Modem] {
        modems.values.filter { $0.hasVoice && $0.isSettled }.sorted {
            ($0.path.rawValue.utf8.count, $0.path.rawValue) < ($1.path.rawValue.utf8.count, $1.path.rawValue)
        }
    }

    private mutating func list(_ objects: [ObjectPath: BookEvent.Interfaces]) -> [BookEffect] {
        guard let early else { return [] }
        self.early = nil
        var effects: [BookEffect] = [.report(.available)]
        for (path, interfaces) in objects where modems[path] == nil && !early.removed.contains(path) {
            var modem = Modem(path: path)
            modem.apply(interfaces)
            modem.apply(early.changes[path] ?? [:])
            modems[path] = modem
        }
        for path in modems.keys.sorted(by: { $0.rawValue < $1.rawValue }) { effects += follow(path) }
        return effects + reportLines()
    }

    private mutating func add(_ path: ObjectPath, _ interfaces: BookEvent.Interfaces) -> [BookEffect] {
        guard interfaces.keys.contains(where: { $0.hasPrefix(Name.modem) }) else { return [] }
        early?.removed.remove(path)
        var modem = modems[path] ?? Modem(path: path)
        modem.apply(interfaces)
        modems[path] = modem
        return early == nil ? follow(path) + reportLines() : []
    }

    private mutating func remove(_ path: ObjectPath, _ names: [String]) -> [BookEffect] {
        early?.removed.insert(path)
        early?.changes[path] = nil
        guard names.contains(Name.modem) || names.contains(Name.voice), modems[path] != nil else { return [] }
        let effects = endLegs(on: path, as: .lost)
        if names.contains(Name.modem) { modems[path] = nil } else { modems[path]?.hasVoice = false }
        return effects + reportLines()
    }

    private mutating func change(
        _ path: ObjectPath, _ interface: String, _ properties: [String: Variant]
    ) -> [BookEffect] {
        if interface == Name.call { return number(path, properties["Number"]?.string ?? "") }
        if interface == Name.sim { return simChanged(path, properties) }
        guard var modem = modems[path] else {
            early?.changes[path, default: [:]][interface, default: [:]].merge(properties) { $1 }
            return []
        }
        guard interface != Name.voice || modem.hasVoice else { return [] }
        modem.apply(interface, properties)
        modems[path] = modem
        return early == nil ? follow(path) + reportLines() : []
    }

    /// What a modem that is there needs: its SIM read, its calls read, to be switched on once.
    mutating func follow(_ path: ObjectPath) -> [BookEffect] {
        guard var modem = modems[path] else { return [] }
        defer { modems[path] = modem }
        var effects: [BookEffect] = []
        if modem.simPath != modem.sim?.path {
            modem.sim = nil
            if let sim = modem.simPath, modem.askedSIM != sim { effects.append(.readSIM(modem: path, sim: sim)) }
            modem.askedSIM = modem.simPath
        }
        guard modem.hasVoice else { return effects }
        effects += modem.calls.flatMap { read($0, on: path, isNew: false) }
        modem.calls = []
        if modem.state.isOn { effects += recall(modem) }
        if modem.state == .disabled, keeper == nil, !modem.wasEnabled, switchedOff != nil, !isSwitchedOff(modem) {
            modem.wasEnabled = true
            effects.append(.enable(modem: path))
        }
        return effects
    }

    /// A modem that is on was not left switched off.
    private mutating func recall(_ modem: Modem) -> [BookEffect] {
        guard switchedOff?.remove(modem.memoryKey) != nil else { return [] }
        return [.remember(isSwitchedOff: false, modem: modem.memoryKey)]
    }

    private mutating func modemState(
        _ path: ObjectPath, _ state: ModemState, _ reason: ModemStateChangeReason
    ) -> [BookEffect] {
        let isWish = state.isOff && reason == .userRequested
        if isWish { modems[path]?.wasEnabled = true }
        if isWish || !state.isOff { modems[path]?.isBeingSwitchedOff = isWish }
        let effects = change(path, Name.modem, ["State": .int32(state.rawValue)])
        return isWish && modems[path] != nil ? effects + [.settleSwitchedOff(modem: path)] : effects
    }

    private mutating func settled(_ path: ObjectPath) -> [BookEffect] {
        guard let modem = modems[path], modem.state.isOff, !modem.memoryKey.isEmpty else { return [] }
        if switchedOff == nil { settledOff.insert(modem.memoryKey) }
        guard switchedOff?.insert(modem.memoryKey).inserted == true else { return [] }
        return [.remember(isSwitchedOff: true, modem: modem.memoryKey)] + reportLines()
    }

    private mutating func simRead(
        _ path: ObjectPath, _ sim: ObjectPath, _ properties: [String: Variant]?
    ) -> [BookEffect] {
        guard modems[path]?.simPath == sim else { return [] }
        modems[path]?.sim = SIM(path: sim, properties)
        return reportLines() + (properties == nil ? [.readSIMAgain(modem: path, sim: sim)] : [])
    }

    private mutating func simChanged(_ sim: ObjectPath, _ properties: [String: Variant]) -> [BookEffect] {
        for path in modems.keys where modems[path]?.sim?.path == sim { modems[path]?.sim?.apply(properties) }
        return reportLines()
    }

    private mutating func enabled(_ path: ObjectPath, _ failure: String?) -> [BookEffect] {
        modems[path]?.enableFailure = failure
        return reportLines()
    }

    /// Reports the lines if they are not as last reported.
    mutating func reportLines() -> [BookEffect] {
        guard let owner, early == nil else { return [] }
        let now = Lines.make(of: callingModems, owner: owner, keeper: keeper) { isSwitchedOff($0) }
        if now == lines { return [] }
        lines = now
        return [.report(.lines(now))]
    }
}
