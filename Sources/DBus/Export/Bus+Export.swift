// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc

extension Bus {
    /// Most calls that are being answered at once; further ones are refused with `limitsExceeded`,
    /// unless their sender has none.
    package static let maximumCallsInFlight = 1024
    /// The same for one caller.
    package static let maximumCallsInFlightPerSender = 256

    /// Most calls that those on one account send without waiting for the answers to earlier ones …
    package static let maximumBurst = 256
    /// … beyond which they have to rest so long for each further one.
    package static let timeToRest = Duration.milliseconds(4)

    /// From now on callers over a bus have to rest after a burst; until they are billed, all together.
    package func limitBursts() { calls.limitsBursts = true }

    /// Counts a caller's bursts together with those of all others on the account: for many connections of one program.
    ///
    /// - Parameter weight: for how many calls one of them counts.
    package func bill(_ sender: String, to account: String, weight: Int = 1) {
        calls.bill(sender, CallLedger.Bill(account: account, weight: weight))
    }

    /// The caller has gone, or is as unknown as a new one.
    package func unbill(_ sender: String) { calls.bill(sender, nil) }

    /// Offers an interface at a path; a path may have several. Throws `DBusError`, `addressInUse` if it has it already.
    package func export(_ interface: Interface, at path: ObjectPath) throws {
        let handle = try connection.open
        let key = ExportedObject.Key(path: path.rawValue, interface: interface.name)
        guard connection.objects[key] == nil else {
            throw DBusError(DBusError.addressInUse, "\(interface.name) is already at \(path)")
        }
        let object = ExportedObject(interface, bus: self, loop: loop)
        try object.add(to: handle, at: path)
        connection.objects[key] = object
    }

    /// Withdraws all interfaces at a path.
    package func unexport(_ path: ObjectPath) {
        for (key, object) in connection.objects where key.path == path.rawValue {
            connection.objects[key] = nil
            object.withdraw()
            // sd-bus may be in the middle of it.
            loop.post { withExtendedLifetime(object) {} }
        }
    }

    /// Tells everybody that properties have changed, with their new values. Throws `DBusError`.
    ///
    /// None of our interfaces has properties; services that tests script in place of others' have them.
    package func emitPropertiesChanged(_ names: [String], of interface: String, at path: ObjectPath) throws {
        let handle = try connection.open
        let texts = names.map { strdup($0) }
        defer { for text in texts { free(text) } }
        var list = texts + [nil]
        let result = sd_bus_emit_properties_changed_strv(handle, path.rawValue, interface, &list)
        try DBusError.check(result, "announce properties of \(interface)")
    }

    /// Runs a method for a call; the arguments are read at once, the rest happens in a task.
    func perform(_ method: Method, _ message: Message) {
        // Before anything else is looked at: of a flood most ends here.
        guard let ticket = calls.begin(connection.isPeer ? nil : message.sender, at: loop.uptime) else {
            return connection.reply(
                to: message, failure: DBusError(DBusError.limitsExceeded, "too many calls at once"))
        }
        do {
            let call = CallContext(
                sender: connection.isPeer ? nil : message.sender, path: ObjectPath(checked: message.path),
                interface: message.interface, member: message.member)
            var reader = MessageReader(message.pointer)
            let invocation = try method.prepare(&reader)
            Task(executorPreference: loop) { await self.finish(invocation, call, message, ticket) }
        } catch {
            calls.end(ticket, at: loop.uptime)
            connection.reply(to: message, failure: error)
        }
    }

    private func finish(
        _ invocation: Method.Invocation, _ call: CallContext, _ message: Message, _ ticket: CallLedger.Ticket
    ) async {
        do {
            let encoder = try await invocation(call)
            connection.reply(to: message) { writer in try encoder(&writer) }
        } catch {
            connection.reply(to: message, failure: error)
        }
        calls.end(ticket, at: loop.uptime)
    }
}
