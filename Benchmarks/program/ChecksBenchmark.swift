// SPDX-License-Identifier: Apache-2.0
import ConversationContract
import DBus
import Telephony
import TestSupport

/// What it takes to know that the default dialer may dial this number on this line, and to have a conversation of it:
/// from the call of the method until the network is asked to dial, against a method of the same shape on the same bus
/// that dials without a question.
///
/// The first call of a connection, at which the caller is identified, is measured by itself.
struct ChecksBenchmark {
    let rounds: Int

    private static let limit = 300.0

    func run() async throws -> [Row] {
        let session = try PrivateBus()
        let home = try ScratchFolder()
        let service = try ServiceInProcess(on: session, home: home)
        let loop = EventLoop()
        loop.start()
        defer { loop.stop() }
        return try await service.serving { [rounds] in
            // On the loop, as an app that only does this: no thread has to be woken that is not the connection's.
            try await withTaskExecutorPreference(loop) {
                let caller = try await session.connect(loop)
                try await caller.ping(deadline: .seconds(10))
                var (first, later) = (Figures(), Figures())
                for round in -20..<rounds {
                    for way in ServiceInProcess.Way.allCases {
                        let newcomer = try await session.connect(loop)
                        try await newcomer.ping(deadline: .seconds(10))
                        let firstTime = try await Self.dial(way, newcomer, service.backend)
                        try await service.settle()
                        let laterTime = try await Self.dial(way, caller, service.backend)
                        try await service.settle()
                        await newcomer.close()
                        guard round >= 0 else { continue }
                        first.add(firstTime, way)
                        later.add(laterTime, way)
                    }
                }
                await caller.close()
                return [
                    later.row("checks of a dial by the default dialer (median of \(rounds))", limit: Self.limit),
                    first.row("the same, at the first call of a connection: who calls", limit: nil),
                ]
            }
        }
    }

    private struct Figures {
        private var checked = Samples()
        private var bare = Samples()

        mutating func add(_ time: Int64, _ way: ServiceInProcess.Way) {
            if way == .checked { checked.add(time) } else { bare.add(time) }
        }

        func row(_ what: String, limit: Double?) -> Row {
            Row(
                what: what, baseline: Row.milliseconds(bare.median), ours: Row.milliseconds(checked.median),
                ratio: checked.median / bare.median,
                target: limit.map { "+ \(Row.decimal($0 / 1_000, digits: 1)) ms at most" } ?? "-",
                isMet: limit.map { checked.median - bare.median <= $0 })
        }
    }

    private static func dial(
        _ way: ServiceInProcess.Way, _ bus: Bus, _ backend: InstantBackend
    ) async throws -> Int64 {
        let method = MethodAddress(
            destination: ContractNames.bus, path: way.path, interface: way.rawValue, member: "StartConversation")
        let handle = Handle.number("+15550100")
        let options: [String: Variant] = [:]
        let begin = MonotonicTime.now
        _ = try await bus.call(
            method, "t\(begin)", handle, options, deadline: .seconds(10), returning: ObjectPath.self)
        for await dialed in backend.dials { return dialed - begin }
        throw MeasurementFailed(description: "nothing was dialed")
    }
}
