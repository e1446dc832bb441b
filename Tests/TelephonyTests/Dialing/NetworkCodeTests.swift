// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Telephony

@Suite("A network code")
struct NetworkCodeTests {
    typealias Family = NetworkCode.Family
    typealias Action = NetworkCode.Action

    static let services: [(String, Family, Action?, String)] = [
        ("**21*5550101#", .forwarding(.unconditional), .register, "Forwards all calls to 5550101"),
        ("*21*5550101#", .forwarding(.unconditional), .register, "Forwards all calls to 5550101"),
        ("*21*+15550101*11#", .forwarding(.unconditional), .register, "Forwards all voice calls to +15550101"),
        ("*21#", .forwarding(.unconditional), .activate, "Turns on forwarding of all calls"),
        ("#21#", .forwarding(.unconditional), .deactivate, "Turns off forwarding of all calls"),
        (
            "##21#", .forwarding(.unconditional), .erase,
            "Turns off forwarding of all calls and forgets the number"
        ),
        ("*#21#", .forwarding(.unconditional), .interrogate, "Asks the network where it forwards all calls"),
        ("**67*5550101#", .forwarding(.busy), .register, "Forwards calls while you are busy to 5550101"),
        (
            "**61*5550101**20#", .forwarding(.noReply), .register,
            "Forwards calls that you do not answer within 20 seconds to 5550101"
        ),
        (
            "**62*5550101*13#", .forwarding(.notReachable), .register,
            "Forwards fax calls while you cannot be reached to 5550101"
        ),
        (
            "##002#", .forwarding(.all), .erase,
            "Turns off forwarding of all calls, in every case, and forgets the number"
        ),
        (
            "#004#", .forwarding(.allConditional), .deactivate,
            "Turns off forwarding of calls that you do not take (busy, no answer, not reachable)"
        ),
        ("*33*0000#", .barring(.outgoing), .activate, "Bars all outgoing calls"),
        ("#35*0000*11#", .barring(.incoming), .deactivate, "Stops barring all incoming voice calls"),
        (
            "*#331#", .barring(.outgoingInternational), .interrogate,
            "Asks the network whether it bars outgoing international calls"
        ),
        ("#330*0000#", .barring(.all), .deactivate, "Stops barring all incoming and outgoing calls"),
        ("*43#", .callWaiting, .activate, "Turns on call waiting"),
        ("#43*11#", .callWaiting, .deactivate, "Turns off call waiting for voice calls"),
        ("*#43#", .callWaiting, .interrogate, "Asks the network whether call waiting is on"),
        ("*31#", .callerIdentity(.restriction), .activate, "Hides your number from everyone you call"),
        ("#31#", .callerIdentity(.restriction), .deactivate, "Shows your number to everyone you call"),
        (
            "*#30#", .callerIdentity(.presentation), .interrogate,
            "Asks the network whether showing who calls you is on"
        ),
        (
            "*76#", .callerIdentity(.connectedPresentation), .activate,
            "Turns on showing the number you are connected to"
        ),
        ("**04*1234*5678*5678#", .pinChange(.pin), .register, "Changes the PIN of the SIM"),
        ("**042*1234*5678*5678#", .pinChange(.pin2), .register, "Changes the PIN2 of the SIM"),
        (
            "**05*12345678*5678*5678#", .pinUnblock(.pin), .register,
            "Unblocks the SIM with its PUK and sets a new PIN"
        ),
        (
            "**052*12345678*5678*5678#", .pinUnblock(.pin2), .register,
            "Unblocks the SIM with its PUK2 and sets a new PIN2"
        ),
        ("*#06#", .imei, .interrogate, "Shows this device's serial number (IMEI)"),
        ("**03*330*1111*2222*2222#", .password, .register, "Changes the password for call barring"),
        ("*03**1111*2222*2222#", .password, .activate, "Changes the password for call barring"),
    ]

    @Test(arguments: services)
    func `is known by its structure`(_ text: String, _ family: Family, _ action: Action?, _ summary: String) throws {
        let code = try NetworkCode(parsing: text)
        #expect(code.family == family)
        #expect(code.action == action)
        #expect(code.summary == summary)
    }

    @Test(arguments: [
        "*100#", "123#", "*99*12#", "*50*33#", "*#220#5550100#", "*21#5550100#", "**21*5550100*11*20*1#", "#*21#",
        "***21*5550100#", "**21*555*0100*#33#", "*#06#06#", "*21**#*#", "**21**5550101*1*#",
    ])
    func `of no known form goes to the network as it stands`(_ text: String) throws {
        let code = try NetworkCode(parsing: text)
        #expect(code.family == .unstructured)
        #expect(code.action == nil)
        #expect(code.serviceCode == nil)
        #expect(code.networkString == text)
        #expect(code.redacted == text)
        #expect(try code.secrets() == nil)
    }

    @Test func `tells the parts of a forwarding`() throws {
        let code = try NetworkCode(parsing: "**61*+15550101*11*20#")
        #expect(code.serviceCode == "61")
        #expect(code.forwardingNumber == "+15550101")
        #expect(code.basicService?.name == "voice calls")
        #expect(code.noReplySeconds == 20)
        #expect(code.networkString == "**61*+15550101*11*20#")
    }

    @Test(arguments: [
        "**04*1234*5678*5678#", "**04*1234*5678#", "*04*1234*5678*5678#", "**04*1234*5678*5678*9*9#", "##052*1234#",
        "***04*1234*5678*5678#", "#*05*12345678*5678*5678#", "**04#1234#5678#5678#", "**05**#", "*#06#",
    ])
    func `for the SIM or the device never goes to the network, not even mistyped`(_ text: String) throws {
        #expect(try NetworkCode(parsing: text).networkString == nil)
    }

    static let secrets: [(String, NetworkCode.Secrets, String)] = [
        ("**04*1357*2468*2468#", .changePIN(.pin, old: "1357", new: "2468"), "**04*••••*••••*••••#"),
        ("**042*1357*2468*2468#", .changePIN(.pin2, old: "1357", new: "2468"), "**042*••••*••••*••••#"),
        ("**05*13571357*2468*2468#", .unblockPIN(.pin, puk: "13571357", new: "2468"), "**05*••••*••••*••••#"),
        ("**052*13571357*2468*2468#", .unblockPIN(.pin2, puk: "13571357", new: "2468"), "**052*••••*••••*••••#"),
        (
            "*03*330*1357*2468*2468#", .changePassword(service: "330", old: "1357", new: "2468"),
            "*03*330*••••*••••*••••#"
        ),
        ("**03**1357*2468*2468#", .changePassword(service: "", old: "1357", new: "2468"), "**03**••••*••••*••••#"),
        ("*33*1357*11#", .password("1357"), "*33*••••*11#"), ("#330*1357#", .password("1357"), "#330*••••#"),
    ]

    @Test(arguments: secrets)
    func `tells its secrets to nobody but who asks for them`(
        _ text: String, _ secrets: NetworkCode.Secrets, _ redacted: String
    ) throws {
        let code = try NetworkCode(parsing: text)
        #expect(try code.secrets() == secrets)
        #expect(code.redacted == redacted)
        let shown = [
            "\(code)", String(reflecting: code), dumped(code), dumped(code.family), code.summary, "\(secrets)",
            String(reflecting: secrets), dumped(secrets), dumped(try DialString(parsing: text)),
        ]
        for text in shown { #expect(!text.contains("1357") && !text.contains("2468")) }
    }

    @Test(arguments: [
        "**04*1234*5678*5679#", "**04*1234*5678#", "*04*1234*5678*5678#", "**04*123*5678*5678#", "**04*1234**#",
        "**04*123456789*5678*5678#", "**05*1234567*5678*5678#", "**05*12345678*123*123#", "***04*1234*5678*5678#",
        "**03*330*1111*2222*3333#", "**03*1111*2222*2222#", "**03*330*11111*2222*2222#", "##04*1234*5678*5678#",
    ])
    func `that is mistyped is refused before it costs an attempt`(_ text: String) throws {
        let code = try NetworkCode(parsing: text)
        let error = #expect(throws: TelephonyError.self) { try code.secrets() }
        #expect(error?.code == .numberInvalid)
        #expect(!code.redacted.contains("1234") && !code.redacted.contains("5678") && !code.redacted.contains("1111"))
    }

    @Test(arguments: ["*33*1357*11*9#", "*33#1357#", "*591*1357#", "***33*1357#"])
    func `that may hold a password in an unknown form hides it`(_ text: String) throws {
        #expect(try !NetworkCode(parsing: text).redacted.contains("1357"))
    }

    @Test func `is not what has no hash at its end`() {
        let error = #expect(throws: TelephonyError.self) { try NetworkCode(parsing: "5550100") }
        #expect(error?.code == .numberInvalid)
    }
}
