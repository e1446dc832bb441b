// SPDX-License-Identifier: Apache-2.0
import CallerIdentity
import ConversationContract
import ConversationEndpoint
import ConversationService
import DBus
import FoundationEssentials
import PhoneNumbers
import Storage
import Telephony
import TestSupport

/// What `dialtoned` is made of, in this process and on its own loop, on a network that takes every call at once; this
/// program is its default dialer.
///
/// Beside it, on the same connection, is a method of the same shape that dials without a question.
final class ServiceInProcess: Sendable {
    /// The method that is measured, and the one without checks.
    enum Way: String, CaseIterable {
        case checked = "org.dialtone.Telephony1"
        case bare = "org.dialtone.Baseline1"

        var path: ObjectPath { self == .checked ? ContractNames.path : "/org/dialtone/Baseline1" }
    }

    let backend = InstantBackend()
    private let loop = EventLoop()
    private let bus: Bus
    private let board: Switchboard
    private let endpoint: ConversationEndpoint
    private let store: Store
    private let requests: Requests

    /// - Parameter home: where its database and this program's manifest are.
    init(on session: PrivateBus, home: ScratchFolder) throws {
        try home.installManifest(entitlement: AppIdentity.dialingEntitlement)
        loop.start()
        let time = LoopTimekeeper(loop)
        bus = try Bus(.address(session.address), loop: loop)
        store = Store(path: home.file("checks.db"), timekeeper: time)
        let catalog = ManifestCatalog(
            systemDirectories: [], personalDirectory: home.file("share"), time: time
        ) { say($0) }
        let parts = Switchboard.Parts(
            backends: [backend], history: store, roles: store, lines: store, catalog: catalog, device: SilentDevice(),
            time: time, emergency: PhoneNumbers { say($0) })
        board = Switchboard(parts, executor: loop, developerMode: true) { say($0) }
        endpoint = ConversationEndpoint(
            bus: bus, board: board, identity: BusCallerIdentity(bus: bus, catalog: catalog))
        requests = Requests(bus: bus, base: Way.bare.path, interface: ContractNames.request)
    }

    /// Serves while a body runs.
    func serving<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) async throws -> R {
        defer { loop.stop() }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: loop) { await self.board.run() }
            group.addTask(executorPreference: loop) { await self.endpoint.run() }
            group.addTask(executorPreference: loop) { await self.store.run() }
            defer { group.cancelAll() }
            try await prepare()
            let result = try await body()
            await bus.close()
            await store.close()
            return result
        }
    }

    private func prepare() async throws {
        try await endpoint.export()
        try await bus.export(bareInterface, at: Way.bare.path)
        await bus.start()
        await board.prepare()
        try await bus.requestName(ContractNames.bus)
        while try await board.services(for: .app(Self.control)).isEmpty { await Task.yield() }
        try await board.setRole(.dialer, to: ScratchFolder.app, by: .app(Self.control))
    }

    /// Ends what is up, and returns when nothing is left of it.
    func settle() async throws {
        while case let conversations = try await board.conversations(for: .app(Self.control)), !conversations.isEmpty {
            for conversation in conversations { try? await board.end(conversation.id, by: .app(Self.control)) }
            await Task.yield()
        }
    }

    private static let control = AppIdentity(
        bundleIdentifier: "org.example.control", displayName: "Control", entitlements: [AppIdentity.controlEntitlement])

    private var bareInterface: Interface {
        Interface(
            Way.bare.rawValue,
            methods: [
                Method("StartConversation", arguments: ["token", "handle", "options"], results: ["request"]) {
                    [requests, backend] (call: CallContext, token: String, handle: Handle, _: [String: Variant])
                        async throws -> ObjectPath in
                    try await requests.begin(for: call, token: token) {
                        let call = CallID()
                        let reference = try await backend.dial(handle.value, on: InstantBackend.line.key, as: call)
                        return Response(code: Response.succeeded, results: ["conversation": .string(reference)])
                    }
                }
            ])
    }
}
