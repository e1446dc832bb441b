// SPDX-License-Identifier: Apache-2.0
import DBus
import Telephony
import Testing

@testable import ModemManagerBackend

/// A book with one registered modem, and the words to tell it things with.
struct BookRig {
    static let modem: ObjectPath = "/org/freedesktop/ModemManager1/Modem/0"
    static let sim: ObjectPath = "/org/freedesktop/ModemManager1/SIM/0"
    static let call: ObjectPath = "/org/freedesktop/ModemManager1/Call/0"
    static let otherCall: ObjectPath = "/org/freedesktop/ModemManager1/Call/1"

    var book = Book(legIndex: .seconds(3), switchedOff: [])
    var now = Duration.seconds(100)

    static func modem(state: Int32 = 8, registration: UInt32 = 1, calls: [ObjectPath] = []) -> BookEvent.Interfaces {
        [
            Name.modem: [
                "State": .int32(state), "Sim": .objectPath(sim), "Model": "Model", "DeviceIdentifier": "device",
                "OwnNumbers": .strings(["+15550142"]),
            ],
            Name.modem3GPP: ["RegistrationState": .uint32(registration), "OperatorName": "Operator"],
            Name.voice: ["Calls": .array("o", calls.map { .objectPath($0) })],
        ]
    }

    static func properties(_ state: Int32, outgoing: Bool = false, number: String = "+15550123") -> [String: Variant] {
        ["State": .int32(state), "Direction": .int32(outgoing ? 2 : 1), "Number": .string(number)]
    }

    mutating func tell(_ event: BookEvent) -> [BookEffect] { book.handle(event, at: now) }

    /// The reports that follow from some events, but for how a dial's call is found again.
    mutating func reports(_ events: BookEvent...) -> [BackendEvent] {
        events.flatMap { tell($0) }.compactMap {
            switch $0 {
            case .report(.named): nil
            case .report(let event): event
            default: nil
            }
        }
    }

    mutating func start(state: Int32 = 8, calls: [ObjectPath] = []) -> [BookEffect] {
        tell(.attached(owner: ":1.1", bus: "b1")) + tell(.listed([Self.modem: Self.modem(state: state, calls: calls)]))
            + tell(.simRead(modem: Self.modem, sim: Self.sim, ["SimIdentifier": "8988211"]))
    }

    /// An announced incoming or dialed leg at `call`.
    mutating func incoming(_ path: ObjectPath = Self.call, state: Int32 = 3) throws -> CallID {
        let reports = reports(.callAdded(path, modem: Self.modem), .callRead(path, Self.properties(state)))
        guard case .appeared(let call) = reports.first else { throw CancellationError() }
        return call.id
    }

    mutating func outgoing() -> CallID {
        let id = CallID()
        _ = reports(
            .placing(id, modem: Self.modem, digits: "+15550123"), .created(id, Self.call),
            .callChanged(Self.call, CallWord(.dialing, .outgoingStarted)), .placed(id))
        return id
    }
}

@Suite struct `The book of modems` {
    @Test func `is available and reports its lines once listed and the SIM read`() {
        var rig = BookRig()
        let effects = rig.start()
        #expect(effects.first == .report(.available))
        #expect(effects.contains(.readSIM(modem: BookRig.modem, sim: BookRig.sim)))
        let key = LineKey(backend: "modemmanager", reference: "\(BookRig.modem.rawValue)@:1.1")
        #expect(
            effects.last
                == .report(.lines([Line(key: key, iccid: "8988211", label: "Operator", readiness: .ready)])))
    }

    @Test func `listing twice changes nothing`() {
        var rig = BookRig()
        _ = rig.start()
        #expect(rig.tell(.listed([BookRig.modem: BookRig.modem(state: 3)])).isEmpty)
        #expect(rig.tell(.interfacesAdded(BookRig.modem, BookRig.modem())).isEmpty)
    }

    @Test func `a change that comes before the listing wins over it`() {
        var rig = BookRig()
        _ = rig.tell(.attached(owner: ":1.1", bus: "b1"))
        _ = rig.tell(.modemStateChanged(BookRig.modem, .registered, .unknown))
        _ = rig.tell(.listed([BookRig.modem: BookRig.modem(state: 7)]))
        let reports = rig.reports(.simRead(modem: BookRig.modem, sim: BookRig.sim, [:]))
        guard case .lines(let lines) = reports.last else { Issue.record("no lines"); return }
        #expect(lines.map(\.readiness) == [.ready])
        #expect(lines.map(\.iccid) == [nil])
    }

    @Test func `reads a SIM again that cannot be read, and has no ready line until then`() {
        var rig = BookRig()
        _ = rig.tell(.attached(owner: ":1.1", bus: "b1"))
        _ = rig.tell(.listed([BookRig.modem: BookRig.modem()]))
        let effects = rig.tell(.simRead(modem: BookRig.modem, sim: BookRig.sim, nil))
        #expect(effects.contains(.readSIMAgain(modem: BookRig.modem, sim: BookRig.sim)))
        #expect(rig.book.lines.map(\.readiness) == [.starting])
        let read = rig.tell(.simRead(modem: BookRig.modem, sim: BookRig.sim, ["SimIdentifier": "8988211"]))
        #expect(read == [.report(.lines(rig.book.lines))])
        #expect(rig.book.lines.map(\.readiness) == [.ready] && rig.book.lines.map(\.iccid) == ["8988211"])
    }

    @Test func `follows what a SIM tells later`() {
        var rig = BookRig()
        _ = rig.start()
        _ = rig.tell(
            .propertiesChanged(BookRig.sim, interface: Name.sim, ["EmergencyNumbers": .strings(["999"])]))
        #expect(rig.book.lines.map(\.emergency.simNumbers) == [["999"]])
        #expect(rig.book.lines.map(\.iccid) == ["8988211"])
    }

    @Test func `a modem removed before the listing is not in it`() {
        var rig = BookRig()
        _ = rig.tell(.attached(owner: ":1.1", bus: "b1"))
        _ = rig.tell(.interfacesRemoved(BookRig.modem, [Name.modem, Name.voice]))
        #expect(rig.reports(.listed([BookRig.modem: BookRig.modem()])) == [.available, .callsListed])
        #expect(rig.book.modems.isEmpty)
    }

    @Test func `a modem without voice is no line`() {
        var rig = BookRig()
        _ = rig.tell(.attached(owner: ":1.1", bus: "b1"))
        var interfaces = BookRig.modem()
        interfaces[Name.voice] = nil
        #expect(rig.reports(.listed([BookRig.modem: interfaces])) == [.available, .callsListed])
    }

    @Test func `a disabled modem is enabled once`() {
        var rig = BookRig()
        let effects =
            rig.start(state: 3) + rig.tell(.modemStateChanged(BookRig.modem, .enabling, .userRequested))
            + rig.tell(.modemStateChanged(BookRig.modem, .disabled, .failure))
        #expect(effects.filter { $0 == .enable(modem: BookRig.modem) }.count == 1)
    }

    @Test(arguments: [["device"], nil] as [Set<String>?])
    func `a modem that was switched off, or may have been, stays off`(_ known: Set<String>?) {
        var rig = BookRig()
        rig.book.switchedOff = known
        let effects = rig.start(state: 3)
        #expect(!effects.contains(.enable(modem: BookRig.modem)))
        guard case .report(.lines(let lines)) = effects.last else { Issue.record("no lines"); return }
        #expect(lines.map(\.readiness) == [known == nil ? .starting : .switchedOff])
    }

    @Test func `a modem is switched on once it is known that it may be`() {
        var rig = BookRig()
        rig.book.switchedOff = nil
        #expect(!rig.start(state: 3).contains(.enable(modem: BookRig.modem)))
        #expect(rig.tell(.recalled(switchedOff: ["other"])).contains(.enable(modem: BookRig.modem)))
        #expect(rig.tell(.recalled(switchedOff: ["device"])).isEmpty)
    }

    @Test func `a wish that came before the memory is kept`() {
        var rig = BookRig()
        rig.book.switchedOff = nil
        _ = rig.start()
        _ = rig.tell(.modemStateChanged(BookRig.modem, .disabled, .userRequested))
        #expect(rig.tell(.switchedOffSettled(modem: BookRig.modem)).isEmpty)
        let effects = rig.tell(.recalled(switchedOff: []))
        #expect(effects.first == .remember(isSwitchedOff: true, modem: "device"))
        #expect(!effects.contains(.enable(modem: BookRig.modem)))
    }

    @Test func `being switched off by someone else is remembered once it lasts, and forgotten when switched on`() {
        var rig = BookRig()
        _ = rig.start()
        let off = rig.tell(.modemStateChanged(BookRig.modem, .disabling, .userRequested))
        #expect(off.contains(.settleSwitchedOff(modem: BookRig.modem)))
        #expect(rig.book.lines.map(\.readiness) == [.switchedOff])
        _ = rig.tell(.modemStateChanged(BookRig.modem, .disabled, .userRequested))
        let settled = rig.tell(.switchedOffSettled(modem: BookRig.modem))
        #expect(settled == [.remember(isSwitchedOff: true, modem: "device")])
        #expect(rig.tell(.switchedOffSettled(modem: BookRig.modem)).isEmpty)
        let on = rig.tell(.modemStateChanged(BookRig.modem, .enabling, .userRequested))
        #expect(on.contains(.remember(isSwitchedOff: false, modem: "device")))
        #expect(rig.book.lines.map(\.readiness) == [.starting])
    }

    @Test func `a modem that ModemManager disables before letting go of it was not switched off`() {
        var rig = BookRig()
        _ = rig.start()
        _ = rig.tell(.modemStateChanged(BookRig.modem, .disabled, .userRequested))
        _ = rig.tell(.interfacesRemoved(BookRig.modem, [Name.modem, Name.voice]))
        #expect(rig.tell(.switchedOffSettled(modem: BookRig.modem)).isEmpty)
        #expect(rig.book.switchedOff == [])
    }

    @Test func `losing ModemManager ends the legs, empties the lines and says why, in this order`() {
        var rig = BookRig()
        _ = rig.start()
        let id = rig.outgoing()
        #expect(rig.reports(.lost("gone")) == [.changed(id, .ended(.lost)), .lines([]), .unavailable("gone")])
    }

    @Test func `a modem that goes takes its legs and line along`() {
        var rig = BookRig()
        _ = rig.start()
        let id = rig.outgoing()
        let effects = rig.tell(.interfacesRemoved(BookRig.modem, [Name.modem, Name.voice]))
        #expect(effects == [.report(.changed(id, .ended(.lost))), .report(.lines([]))])
    }
}
