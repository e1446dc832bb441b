// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// Settings of every Swift target: Swift 6 mode, explicit imports, no warning left standing.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// A module of ours with its test target, when it has one.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(name)Tests", swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Sources/Programs/\(name)", swiftSettings: strict)
}

func system(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
    .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
    name: "Dialtone",
    products: [
        .library(name: "LiveCommunicationKit", targets: ["LiveCommunicationKit"]),
        .executable(name: "dialtoned", targets: ["dialtoned"]),
        .executable(name: "dialtone", targets: ["dialtone"]),
        .executable(name: "dialtone-modem-simulator", targets: ["dialtone-modem-simulator"]),
        // What dialtoned opens when it first needs libphonenumber; nothing links it.
        .library(name: "dialtone-phonenumber", type: .dynamic, targets: ["PhoneNumberModule"]),
    ],
    targets: [
        system("CSystemd", "libsystemd", "libsystemd-dev"),
        system("CSQLite", "sqlite3", "libsqlite3-dev"),
        system("CNettle", "nettle", "nettle-dev"),
        // The header alone: the functions are in PhoneNumberModule, which is opened and not linked.
        .systemLibrary(name: "CPhoneNumber", path: "Sources/C/CPhoneNumber"),
        .target(
            name: "PhoneNumberModule", path: "Sources/C/PhoneNumberModule",
            cxxSettings: [.headerSearchPath("../CPhoneNumber")], linkerSettings: [.linkedLibrary("phonenumber")]),

        module("Telephony"),
        module("DBus", ["CSystemd"]),
        module("ConversationContract", ["Telephony", "DBus"]),
        module("ConversationClient", ["ConversationContract", "Telephony", "DBus"]),
        module("LiveCommunicationKit", ["ConversationClient", "ConversationContract", "DBus", "Telephony"]),
        module("ConversationService", ["Telephony"]),
        module("CallerIdentity", ["Telephony", "DBus"]),
        module(
            "ConversationEndpoint",
            ["CallerIdentity", "ConversationService", "ConversationContract", "Telephony", "DBus"]),
        module("Storage", ["Telephony", "CSQLite", "CNettle"]),
        module("PhoneNumbers", ["Telephony", "CPhoneNumber"]),
        module("ModemManagerBackend", ["Telephony", "DBus"]),
        module("ModemSimulator"),
        module("SimulatedBackend", ["Telephony", "ModemSimulator"]),
        module("Commands", ["ConversationClient"]),

        program(
            "dialtoned",
            [
                "CallerIdentity", "ConversationEndpoint", "ConversationService", "Storage", "ModemManagerBackend",
                "SimulatedBackend", "ModemSimulator", "PhoneNumbers", "DBus", "Telephony",
            ]),
        program("dialtone", ["Commands"]),
        program("dialtone-modem-simulator", ["ModemSimulator"]),
        // Not a product: what the storage tests kill, trace and starve of disk.
        program("dialtone-storage-exerciser", ["Storage", "Telephony"]),

        // Not a product: what `make bench` measures with.
        .executableTarget(
            name: "dialtone-benchmark",
            dependencies: [
                "CallerIdentity", "ConversationClient", "ConversationContract", "ConversationEndpoint",
                "ConversationService", "Storage", "PhoneNumbers", "TestSupport", "DBus", "Telephony",
            ],
            path: "Benchmarks/program", swiftSettings: strict),

        // An app as a third party writes it: Swift 5 mode, the public library alone.
        .executableTarget(
            name: "ArticleDialer", dependencies: ["LiveCommunicationKit"], path: "Tests/Apps/ArticleDialer",
            swiftSettings: [.swiftLanguageMode(.v5)]),

        // Nothing but a caller on the bus, whose connection a test holds.
        .executableTarget(name: "dialtone-test-caller", path: "Tests/Apps/Caller", swiftSettings: strict),

        // Fixtures and doubles, for tests and benchmarks.
        .target(
            name: "TestSupport", dependencies: ["Telephony", "DBus"], path: "Tests/Support", swiftSettings: strict),

        tests("Telephony", ["Telephony", "TestSupport"]),
        tests("DBus", ["DBus", "TestSupport"]),
        tests("ConversationContract", ["ConversationContract", "DBus", "Telephony", "TestSupport"]),
        tests(
            "LiveCommunicationKit",
            ["LiveCommunicationKit", "ConversationContract", "DBus", "Telephony", "Storage", "TestSupport"]),
        tests("ConversationService", ["ConversationService", "Telephony", "TestSupport"]),
        tests(
            "ConversationEndpoint",
            [
                "CallerIdentity", "ConversationEndpoint", "ConversationClient", "ConversationContract",
                "ConversationService", "DBus", "Telephony", "TestSupport",
            ]),
        tests("CallerIdentity", ["CallerIdentity", "DBus", "Telephony", "TestSupport"]),
        tests("Storage", ["Storage", "Telephony", "TestSupport", "dialtone-storage-exerciser"]),
        tests("ModemManagerBackend", ["ModemManagerBackend", "ModemSimulator", "DBus", "Telephony", "TestSupport"]),
        tests("PhoneNumbers", ["PhoneNumbers", "Telephony", "TestSupport"]),
        tests("SimulatedBackend", ["SimulatedBackend", "ModemSimulator", "Telephony", "TestSupport"]),
        tests("ModemSimulator", ["ModemSimulator", "TestSupport"]),
        tests("Commands", ["Commands", "ConversationClient", "TestSupport"]),
        // The programs themselves, and an app as a third party writes it.
        tests(
            "EndToEnd",
            [
                "TestSupport", "ConversationClient", "DBus", "Telephony", "dialtoned", "dialtone",
                "dialtone-modem-simulator", "ArticleDialer", "dialtone-test-caller",
            ]),
    ],
    cxxLanguageStandard: .cxx17
)
